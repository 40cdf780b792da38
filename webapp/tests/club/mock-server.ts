// Serves /club/api from sample data, to show the screens without a server: `npm run dev:club:mock`.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin } from 'vite';
import { createClubhouse } from './clubhouse.ts';

export function mockServer(): Plugin {
  const role = process.env['FAIRWAY_MOCK_ROLE'];
  const clubhouse = createClubhouse(role === 'desk' || role === 'treasurer' ? { role } : {});

  /** Screens that listen to `/live`. */
  const listening = new Set<ServerResponse>();
  const listen = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.flushHeaders();
    listening.add(response);
    response.on('close', () => listening.delete(response));
  };

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/club/api/live') return listen(response);
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const url = new URL(request.url ?? '/', 'http://fairway.test');
    const sent = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
    const { status = 200, body } = clubhouse.respond(request.method ?? 'GET', url, sent);
    clubhouse.requests.length = 0;
    response.statusCode = status;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(body === undefined ? undefined : JSON.stringify(body));
    if (request.method === 'GET') return;
    const changed = `event: changed\ndata: ${JSON.stringify({ date: clubhouse.days.today() })}\n\n`;
    for (const screen of listening) screen.write(changed);
  };

  const middleware = (
    request: IncomingMessage,
    response: ServerResponse,
    next: (error?: unknown) => void,
  ) => {
    if (/^\/club\/api\/([^.?]*|statements\/[^?]*)(\?|$)/.test(request.url ?? ''))
      respond(request, response).catch(next);
    else next();
  };
  return {
    name: 'fairway:club-mock-server',
    configureServer: ({ middlewares }) => void middlewares.use(middleware),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(middleware),
  };
}
