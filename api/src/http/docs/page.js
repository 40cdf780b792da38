// Renders /api/openapi.json. Text only ever enters the page as text.

const content = document.getElementById('content');

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  Object.assign(made, attributes);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** Follows references, so that a reader sees the fields and not their addresses. */
function resolve(api, schema, depth = 0) {
  if (!schema || typeof schema !== 'object' || depth > 8) return schema;
  if (schema.$ref) {
    const target = schema.$ref.split('/').slice(1).reduce((node, key) => node?.[key], api);
    return resolve(api, target, depth + 1);
  }
  if (Array.isArray(schema)) return schema.map((item) => resolve(api, item, depth + 1));
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolve(api, value, depth + 1)]));
}

function schemaBlock(api, body) {
  const schema = body?.content?.['application/json']?.schema;
  if (!schema) return null;
  return element('pre', {}, JSON.stringify(resolve(api, schema), null, 2));
}

function parameters(list) {
  if (!list?.length) return null;
  const rows = list.map((p) =>
    element('tr', {}, element('td', {}, element('code', {}, p.name)), element('td', {}, p.in), element('td', {}, p.description ?? '')),
  );
  return element('table', {}, element('tbody', {}, ...rows));
}

function operation(api, path, method, op) {
  const details = element('div', {});
  if (op.description) details.append(element('p', {}, op.description));
  const params = parameters(op.parameters);
  if (params) details.append(element('h3', {}, 'Parameters'), params);
  const request = schemaBlock(api, op.requestBody);
  if (request) details.append(element('h3', {}, 'Request'), request);
  details.append(element('h3', {}, 'Answers'));
  for (const [status, described] of Object.entries(op.responses ?? {})) {
    const answer = resolve(api, described);
    details.append(element('p', {}, element('strong', {}, status), ` ${answer.description ?? ''}`));
    const block = status.startsWith('2') ? schemaBlock(api, answer) : null;
    if (block) details.append(block);
  }
  return element(
    'details',
    {},
    element('summary', {}, element('span', { className: 'method' }, method.toUpperCase()), element('code', {}, path), ` — ${op.summary ?? ''}`),
    details,
  );
}

const api = await (await fetch('/api/openapi.json')).json();
content.replaceChildren(element('p', {}, api.info.description));
for (const tag of api.tags ?? []) {
  const section = element('section', {}, element('h2', {}, tag.name), element('p', {}, tag.description ?? ''));
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, op] of Object.entries(methods)) {
      if (op.tags?.includes(tag.name)) section.append(operation(api, path, method, op));
    }
  }
  content.append(section);
}
content.setAttribute('aria-busy', 'false');
