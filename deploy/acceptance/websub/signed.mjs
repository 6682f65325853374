// A subscriber that leaves the signature to the npm package x-hub-signature:
// it subscribes with a secret and takes one delivery. Arguments: topic, hub,
// files of certificate and key, secret, file for the body of the delivery.
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import XHubSignature from 'x-hub-signature';

const [topic, hub, cert, key, secret, file] = process.argv.slice(2);
const signature = new XHubSignature('sha256', secret);
const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, async (req, res) => {
  if (req.method === 'GET') {
    const query = new URL(req.url, 'https://localhost').searchParams;
    res.end(query.get('hub.challenge'));
    return;
  }
  const body = Buffer.concat(await req.toArray());
  writeFileSync(file, body);
  const right = signature.verify(req.headers['x-hub-signature'], body);
  res.writeHead(right ? 204 : 403).end();
  console.log(`pushed ${right ? 'signed' : 'not signed'} ${req.headers['x-hub-signature']}`);
  server.close();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const callback = `https://127.0.0.1:${server.address().port}/`;
const form = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.topic': topic, 'hub.callback': callback, 'hub.secret': secret });
const answer = await fetch(hub, { method: 'POST', body: form });
if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`);
console.log(`subscribed ${callback}`);
