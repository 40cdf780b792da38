// Reads a body of `text/event-stream` as it arrives. The browser's EventSource cannot send the bearer token, and a
// token in the address would be written to logs.

export interface ServerEvent {
  readonly id: string | undefined;
  /** Undefined when only the id changed. */
  readonly data: string | undefined;
}

/** Yields each event once its empty line has arrived; an unfinished last one is discarded, as the format requires. */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: () => void,
): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let incompleteLine = '';
  let id: string | undefined;
  let reportedId: string | undefined;
  let data: string[] = [];
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      const { value, done } = await reader.read();
      if (done) return;
      onBytes();
      const lines = (incompleteLine + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      incompleteLine = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield { id, data: data.join('\n') };
          else if (id !== reportedId) yield { id, data: undefined };
          reportedId = id;
          data = [];
          continue;
        }
        const [, field, text = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
        if (field === 'data') data.push(text);
        if (field === 'id') id = text;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
