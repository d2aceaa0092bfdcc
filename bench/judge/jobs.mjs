/** Blocks with the labels exchanged, also of what was measured alone. */
export function swapArms(job) {
  return job.map(({ base, head, alone, ...rest }) => ({
    ...rest,
    base: head,
    head: base,
    ...(alone && { alone: { base: alone.head, head: alone.base } }),
  }));
}

/** Every answered request of the head takes `factor` times as long. */
export function slowDown(job, factor) {
  const scale = (slices) => slices.map((slice) => scaleSlice(slice, factor));
  return job.map(({ head, alone, ...rest }) => ({
    ...rest,
    head: scale(head),
    ...(alone && { alone: { base: alone.base, head: scale(alone.head) } }),
  }));
}

function scaleSlice(slice, factor) {
  if (slice.latency === null) return slice;
  const { levels, values } = slice.latency;
  return {
    ...slice,
    avg: slice.avg * factor,
    latency: { levels, values: values.map((value) => value * factor) },
  };
}
