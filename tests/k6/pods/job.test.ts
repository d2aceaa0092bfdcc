import { describe, expect, it } from 'vitest';
import { describeConfigMap, describeJob, type JobRequest } from '../../../src/k6/pods/job.ts';

const request: JobRequest = {
  name: 'tailgate-1a2b3c4d-block-1-1-1',
  labels: { 'tailgate/run': '1a2b3c4d', 'tailgate/program': 'tailgate-1a2b3c4d-block-1-1-1' },
  pods: { count: 8, namespace: 'load', cpu: '500m', memory: '512Mi' },
  image: 'grafana/k6:1.8.1',
  seconds: 100.2,
};

describe('the Job of a program', () => {
  it('has all its pods at once, none of which is replaced or has rights', () => {
    expect(describeJob(request)).toMatchSnapshot();
  });

  it('has one pod without a port, where there is nobody to wait for', () => {
    const alone = JSON.stringify(describeJob({ ...request, pods: { count: 1, image: 'own/k6:2' } }));
    expect(alone).toContain('"own/k6:2"');
    expect(alone).not.toMatch(/paused|6565|readiness|resources|GOMEMLIMIT/);
  });

  it('deals no execution segments out, with which each pod would load one arm', () => {
    expect(JSON.stringify(describeJob(request))).not.toContain('segment');
  });

  it('owns what holds its script', () => {
    expect(describeConfigMap(request, 'u-1', Buffer.from('tar'))).toMatchSnapshot();
  });
});
