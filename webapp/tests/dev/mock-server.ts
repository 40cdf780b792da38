// Serves /api from the fake portal, to show the screens without a server:
// `npm run dev:mock`, then log in with any member of samples.ts and the password `fairway-demo`.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin } from 'vite';
import { createPortal } from '../portal.ts';

export function mockServer(): Plugin {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' }).format();
  const portal = createPortal(today);
  portal.book(0, 1, [
    'jan.devries@fairway.example',
    'sanne.bakker@fairway.example',
    'anouk.visser@fairway.example',
  ]);
  portal.book(1, 4, ['sanne.bakker@fairway.example', 'jan.devries@fairway.example'], 9);
  const closed = portal.book(2, 2, ['jan.devries@fairway.example', 'sanne.bakker@fairway.example']);
  closed.notice = 'Vorst op de baan';
  for (const player of closed.players) player.cancelled = true;

  for (let round = 1; round <= 24; round += 1) {
    const others =
      round % 3 === 0 ? ['fatima.elidrissi@fairway.example', 'anouk.visser@fairway.example'] : [];
    portal.book(round % 6, -9 * round, [
      'jan.devries@fairway.example',
      'sanne.bakker@fairway.example',
      ...others,
    ]);
  }

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = text ? (JSON.parse(text) as Record<string, unknown>) : {};
    const key = request.headers['idempotency-key'];
    const { status = 200, body: data } = portal.respond(
      request.method ?? 'GET',
      request.url ?? '/',
      body,
      typeof key === 'string' ? key : null,
    );
    response.statusCode = status;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(JSON.stringify(data));
  };
  const middleware = (
    request: IncomingMessage,
    response: ServerResponse,
    next: (error?: unknown) => void,
  ) => {
    if (request.url?.startsWith('/api/')) respond(request, response).catch(next);
    else next();
  };
  return {
    name: 'fairway:mock-server',
    configureServer: ({ middlewares }) => void middlewares.use(middleware),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(middleware),
  };
}
