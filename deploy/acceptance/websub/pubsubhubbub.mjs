// The subscriber of the npm package pubsubhubbub, over HTTPS: it subscribes,
// takes one delivery, and ends the subscription. Arguments: topic, hub, files
// of certificate and key. It says what happens, a line each.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import pubSubHubbub from 'pubsubhubbub';

const [topic, hub, cert, key] = process.argv.slice(2);
const client = pubSubHubbub.createServer();
const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (req, res) => client._onRequest(req, res));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const callback = `https://127.0.0.1:${server.address().port}/?topic=${encodeURIComponent(topic)}&hub=${encodeURIComponent(hub)}`;
const ask = (mode) => new Promise((resolve, reject) => {
  client.setSubscription(mode, topic, hub, callback, (error) => (error ? reject(error) : resolve()));
});

const subscribed = once(client, 'subscribe');
await ask('subscribe');
const [granted] = await subscribed;
if (granted.topic !== topic || granted.hub !== hub) throw new Error(JSON.stringify(granted));
console.log(`subscribed ${callback}`);

const [pushed] = await once(client, 'feed');
console.log(`pushed ${pushed.topic} ${createHash('sha256').update(pushed.feed).digest('hex')}`);

const unsubscribed = once(client, 'unsubscribe');
await ask('unsubscribe');
await unsubscribed;
console.log('unsubscribed');
server.close();
server.closeAllConnections();
