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

/** A line keeps so far from the corners of boxes. */
const CORNER = 8

/** Whether a line at this height meets the side of a box, clear of its corners. */
export function isBeside(at: number, { y, height }: Box): boolean {
  return at >= y + CORNER && at <= y + height - CORNER
}

/** Whether a line between two points, which turns anywhere between them, could pass behind a box. */
export function isCrossed({ x, y, width, height }: Box, start: Point, end: Point): boolean {
  const [top, bottom] = [Math.min(start.y, end.y), Math.max(start.y, end.y)]
  return x < end.x && x + width > start.x && y < bottom + CORNER && y + height > top - CORNER
}
