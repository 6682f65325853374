// The official client of the second generation, in the mode that the second
// argument names: legacy, auto or the version to insist on.
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [url, mode] = process.argv.slice(2);
const versionNegotiation = { mode: /^\d/.test(mode) ? { pin: mode } : mode };
const client = new Client({ name: 'conformance', version: '1.0.0' }, { versionNegotiation });
await client.connect(new StreamableHTTPClientTransport(new URL(url)));

const { tools } = await client.listTools();
assert.equal(tools.length, 12);
const found = await client.callTool({ name: 'search_reviews', arguments: { rating: 5, limit: 2 } });
assert.equal(found.structuredContent.returned, 2);
const wrong = await client.callTool({ name: 'search_reviews', arguments: { rating: 9 } });
assert.ok(wrong.isError);
const { contents } = await client.readResource({ uri: 'business://profile' });
assert.ok(JSON.parse(contents[0].text).business.name);
const { prompts } = await client.listPrompts();
assert.equal(prompts.length, 3);
const completed = await client.complete({ ref: { type: 'ref/resource', uri: 'insights://services/{service}' }, argument: { name: 'service', value: '' } });
assert.ok(completed.completion.values.length > 0);
await client.close();
