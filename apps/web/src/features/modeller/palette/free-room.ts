export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Pixels of the drawing between an element and what is put beside it. */
const distance = 50
/** Pixels of the drawing that stay free around an element. */
const margin = 10

/**
 * Returns the centre of the free space for an element that is nearest to a point, in one direction.
 *
 * @param taken the boxes that must not be covered.
 */
export function findFreeRoom(
  taken: readonly Box[],
  { width, height }: Pick<Box, 'width' | 'height'>,
  { from, way }: { readonly from: Point; readonly way: 'right' | 'down' },
): Point {
  let middle = from
  for (;;) {
    const box = { x: middle.x - width / 2, y: middle.y - height / 2, width, height }
    const covered = taken.filter((one) => overlaps(one, box))
    if (covered.length === 0) return middle
    // Behind the furthest of them, so that each box is met once.
    middle =
      way === 'right'
        ? { ...middle, x: Math.max(...covered.map((one) => one.x + one.width)) + margin + width / 2 }
        : { ...middle, y: Math.max(...covered.map((one) => one.y + one.height)) + margin + height / 2 }
  }
}

/** Returns the centre of an element that is placed to the right of another one, or at the start of an empty diagram. */
export function centreRightOf(box: Box | undefined, { width }: Pick<Box, 'width'>, empty: Point): Point {
  return box === undefined ? empty : { x: box.x + box.width + distance + width / 2, y: box.y + box.height / 2 }
}

function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width + margin &&
    other.x < one.x + one.width + margin &&
    one.y < other.y + other.height + margin &&
    other.y < one.y + one.height + margin
  )
}
