// The official client of the first generation: sessions, from begin to end.
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const transport = new StreamableHTTPClientTransport(new URL(process.argv[2]));
const client = new Client({ name: 'conformance', version: '1.0.0' });
await client.connect(transport);
assert.ok(transport.sessionId, 'no session');
assert.ok(client.getInstructions().includes('read-only'));

const { tools } = await client.listTools();
assert.equal(tools.length, 12);
const found = await client.callTool({ name: 'search_reviews', arguments: { rating: 5, limit: 2 } });
assert.equal(found.structuredContent.returned, 2);
assert.deepEqual(JSON.parse(found.content[0].text), found.structuredContent);
const wrong = await client.callTool({ name: 'search_reviews', arguments: { rating: 9 } });
assert.ok(wrong.isError && wrong.content[0].text.includes('rating must be an integer'));
await assert.rejects(client.callTool({ name: 'nope', arguments: {} }), { code: -32602 });

// The client checks each result against the schema that the tool promises.
const id = found.structuredContent.reviews[0].id;
const [service, technician] = await names();
for (const [name, args] of Object.entries({
  fetch: { id }, get_review: { id }, search: { query: 'furnace' },
  get_service: { service }, get_technician: { name: technician },
  get_business: {}, get_faq: {}, get_summary: {}, get_trend: {}, list_topics: {},
})) {
  const result = await client.callTool({ name, arguments: args });
  assert.ok(!result.isError && result.structuredContent, `${name}: ${result.content[0].text}`);
}

const { resources } = await client.listResources();
assert.ok(resources.length >= 5);
for (const { uri } of resources) {
  const { contents } = await client.readResource({ uri });
  JSON.parse(contents[0].text);
}
const { resourceTemplates } = await client.listResourceTemplates();
assert.ok(resourceTemplates.some((t) => t.uriTemplate === 'review://{id}'));
const one = await client.readResource({ uri: `review://${id}` });
assert.equal(JSON.parse(one.contents[0].text).id, id);
await assert.rejects(client.readResource({ uri: 'review://none' }), { code: -32002 });

const { prompts } = await client.listPrompts();
assert.equal(prompts.length, 3);
const prompt = await client.getPrompt({ name: 'summarize_service', arguments: { service } });
assert.ok(prompt.messages[0].content.text.includes(service));
const completed = await client.complete({ ref: { type: 'ref/prompt', name: 'summarize_service' }, argument: { name: 'service', value: service.slice(0, 3) } });
assert.ok(completed.completion.values.includes(service));

await client.ping();
await transport.terminateSession();
await client.close();

async function names() {
  const { structuredContent } = await client.callTool({ name: 'get_business', arguments: {} });
  return [structuredContent.business.services[0].id, structuredContent.business.technicians[0].name];
}
