// A contract can be exercised once, so each iteration creates the one that it exercises: two requests.
import { check } from 'k6';
import http from 'k6/http';
import { Rate, Trend } from 'k6/metrics';

/** Time (ms) of the second request alone. */
const exerciseTime = new Trend('exercise_time', true);
const rejected = new Rate('rejected');

const IOU = { issuer: 'bank', owner: 'rosa', currency: 'EUR', amount: '10.00' };

export default function () {
  const created = send('create', { templateId: 'Iou', payload: IOU });
  if (created === null) return;
  const { contractId } = created.json('result');
  const argument = { newOwner: 'omar' };
  const done = send('exercise', { templateId: 'Iou', contractId, choice: 'Iou_Transfer', argument });
  if (done !== null) exerciseTime.add(done.timings.duration);
}

function send(command, body) {
  const answer = http.post(`${__ENV.BASE_URL}/v1/${command}`, JSON.stringify(body), {
    headers: { 'content-type': 'application/json' },
  });
  const isOk = check(answer, { 'is 200': ({ status }) => status === 200 });
  rejected.add(!isOk);
  return isOk ? answer : null;
}
