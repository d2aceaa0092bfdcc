/** Connections to the payment provider. Each carries one payment at a time; more payments wait. */
const CONNECTIONS = 20;

/** Time (ms) in which the provider answers, in the mean. Most answers are quicker, and some take much longer. */
const MEAN_MS = 5.5;
const LONGEST_MS = 40;

let free = CONNECTIONS;
const waiting = [];

/** Pays: resolves when the provider has answered. The provider is invented, and always agrees. */
export async function pay() {
  if (free > 0) free--;
  else await new Promise((resolve) => waiting.push(resolve));
  try {
    await answer();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }
}

function answer() {
  const ms = Math.min(LONGEST_MS, -MEAN_MS * Math.log(1 - Math.random()));
  return new Promise((resolve) => setTimeout(resolve, ms));
}
