import { breathe } from '../breathe.ts'
import { groupsOf } from '../groups-of.ts'

/** Characters, about, of what is written in one turn of the loop. */
const portion = 256 * 1024

/** Writes a value as JSON, in one piece. */
export type WriteJson = (value: unknown) => string

/** Returns whether serializing a value in one piece would block other requests. */
export function isLarge(value: unknown): boolean {
  return weigh(value) > portion
}

/**
 * Serializes a value as JSON over several turns of the event loop, with the same bytes as `write` of the whole value.
 *
 * @param value must not change meanwhile.
 */
export async function writeInTurns(value: unknown, write: WriteJson = JSON.stringify): Promise<Buffer> {
  const written: Buffer[] = []
  let ofTurn = 0
  for (const part of partsOf(value, write)) {
    if (ofTurn + part.length > portion) {
      await breathe()
      ofTurn = 0
    }
    ofTurn += part.length
    written.push(Buffer.from(part))
  }
  return Buffer.concat(written)
}

function* partsOf(value: unknown, write: WriteJson): Generator<string> {
  if (!isDivided(value)) yield write(value)
  else if (Array.isArray(value)) yield* partsOfList(value, write)
  else yield* partsOfObject(value as Readonly<Record<string, unknown>>, write)
}

function isDivided(value: unknown): boolean {
  return isLarge(value) && (Array.isArray(value) || isPlain(value))
}

function* partsOfList(items: readonly unknown[], write: WriteJson): Generator<string> {
  let before = '['
  for (const group of groupsOf(items, { weightOf: weigh, most: portion })) {
    yield before
    before = ','
    if (group.length === 1 && isDivided(group[0])) yield* partsOf(group[0], write)
    else yield inside(write(group))
  }
  yield ']'
}

function* partsOfObject(value: Readonly<Record<string, unknown>>, write: WriteJson): Generator<string> {
  let before = '{'
  for (const group of groupsOf(Object.entries(value), {
    weightOf: ([key, item]) => key.length + weigh(item),
    most: portion,
  })) {
    const divided = group.length === 1 && isDivided(group[0]?.[1]) ? group[0] : undefined
    const members = divided ? `${JSON.stringify(divided[0])}:` : inside(write(Object.fromEntries(group)))
    // None, where JSON leaves all of them out.
    if (members === '') continue
    yield before + members
    before = ','
    if (divided) yield* partsOf(divided[1], write)
  }
  yield before === '{' ? '{}' : '}'
}

function inside(json: string): string {
  return json.slice(1, -1)
}

/** Returns whether JSON writes a value by its members, unlike a date or a number with all its digits. */
function isPlain(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    typeof (value as { readonly toJSON?: unknown }).toJSON !== 'function'
  )
}

/** About how many characters a value is as JSON; counted no further than to what is too much for one turn. */
function weigh(value: unknown, most = portion): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 5
  let weight = 2
  if (Array.isArray(value)) {
    for (const item of value) {
      weight += 1 + weigh(item, most - weight)
      if (weight > most) break
    }
    return weight
  }
  for (const key in value) {
    weight += key.length + 4 + weigh((value as Record<string, unknown>)[key], most - weight)
    if (weight > most) break
  }
  return weight
}
