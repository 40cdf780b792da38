// Serves /operator/api from sample data, to show the screens without a server: `npm run dev:operator:mock`. Every 20th
// poll finds one more event.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin } from 'vite';
import { createOffice } from './office.ts';

export function mockServer(): Plugin {
  const office = createOffice({ events: Number(process.env['FAIRWAY_MOCK_EVENTS'] ?? 20_000) });
  let polls = 0;

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const url = new URL(request.url ?? '/', 'http://fairway.test');
    if (url.searchParams.has('after') && (polls += 1) % 20 === 0) office.record();
    const { status = 200, body } = office.respond(
      request.method ?? 'GET',
      url,
      text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
    );
    office.requests.length = 0;
    response.statusCode = status;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };

  const middleware = (
    request: IncomingMessage,
    response: ServerResponse,
    next: (error?: unknown) => void,
  ) => {
    if (/^\/operator\/api\/[^.?]*(\?|$)/.test(request.url ?? '')) respond(request, response).catch(next);
    else next();
  };
  return {
    name: 'fairway:operator-mock-server',
    configureServer: ({ middlewares }) => void middlewares.use(middleware),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(middleware),
  };
}
