// The nearest of some things on the page in one direction: (1, 0) is to the right, (0, -1) upwards.
const middle = (one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };

export function nearest(from, all, x, y) {
  const [x0, y0] = middle(from);
  let best = null;
  let least = Infinity;
  for (const one of all) {
    const [x1, y1] = middle(one);
    const ahead = (x1 - x0) * x + (y1 - y0) * y;
    const far = ahead + 3 * Math.abs((x1 - x0) * y + (y1 - y0) * x);
    if (ahead > 3 && far < least) { best = one; least = far; }
  }
  return best;
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
export const way = (key) => WAYS[key];
