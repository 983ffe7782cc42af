/** Random decisions from a seed: the same seed gives the same pair and the same changes. */
export interface Chances {
  chance(of: number): boolean
  below(limit: number): number
}

/** Two versions of a random process, and random changes of its instances. */
export interface Pair {
  readonly random: Chances
  /** BPMN. */
  readonly first: string
  readonly second: string
  /** Ids of tasks of a version. */
  tasks(isSecond: boolean): readonly string[]
  /** Instructions of a migration, which may lack some. */
  instructions(random: Chances): object[]
  /** Instructions of a modification. Some name elements that do not exist. */
  moves(random: Chances, isSecond: boolean): object[]
}

interface Part {
  readonly id: string
  readonly kind: 'task' | 'external' | 'timed' | 'sub' | 'parallel'
}

export function createPair(seed: number): Pair {
  const random = createChances(seed)
  const kinds = ['task', 'task', 'external', 'timed', 'sub', 'parallel'] as const
  const parts = Array.from(
    { length: 2 + random.below(4) },
    (_, index): Part => ({ id: `part${index}`, kind: kinds[random.below(kinds.length)] ?? 'task' }),
  )
  const renamed = new Set(parts.flatMap(({ id }) => (random.chance(0.4) ? [id] : [])))
  const nameOf = (id: string, isSecond: boolean) => (isSecond && renamed.has(id) ? `${id}Two` : id)
  const key = `pair${seed}`
  const open = (isSecond: boolean) => parts.flatMap((part) => openOf({ ...part, id: nameOf(part.id, isSecond) }))
  const tasks = (isSecond: boolean) => open(isSecond).filter((id) => !id.endsWith('Sub'))
  return {
    random,
    first: write(key, parts),
    second: write(
      key,
      parts.map((part) => ({ ...part, id: nameOf(part.id, true) })),
    ),
    tasks,
    instructions: (by) => {
      const isWhole = by.chance(0.7)
      const [from, to] = [open(false), open(true)]
      return from.flatMap((id, index) =>
        isWhole || by.chance(0.7) ? [{ sourceActivityIds: [id], targetActivityIds: [to[index]] }] : [],
      )
    },
    moves: (by, isSecond) =>
      Array.from({ length: 1 + by.below(3) }, () => {
        const ids = [...tasks(isSecond), 'nothing']
        const activityId = ids[by.below(by.chance(0.1) ? ids.length : ids.length - 1)]
        if (by.chance(0.4)) return { type: 'cancel', activityId }
        return { type: by.chance(0.8) ? 'startBeforeActivity' : 'startAfterActivity', activityId }
      }),
  }
}

/** Ids of what can be open of a part. */
function openOf({ id, kind }: Part): string[] {
  if (kind === 'sub') return [`${id}Sub`, `${id}Inner`]
  return kind === 'parallel' ? [`${id}Left`, `${id}Right`] : [id]
}

const flow = (from: string, to: string) => `<sequenceFlow id="${from}-${to}" sourceRef="${from}" targetRef="${to}"/>`
const userTask = (id: string) => `<userTask id="${id}" camunda:assignee="ada"/>`

function write(key: string, parts: readonly Part[]): string {
  const ends = parts.map(endsOf)
  const inner = parts.map(writePart).join('')
  const flows = ['start', ...ends.map(({ last }) => last)].map((from, index) => flow(from, ends[index]?.first ?? 'end'))
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
    <process id="${key}" isExecutable="true" camunda:historyTimeToLive="P30D"><startEvent id="start"/>${inner}<endEvent id="end"/>${flows.join('')}</process></definitions>`
}

function endsOf({ id, kind }: Part): { readonly first: string; readonly last: string } {
  if (kind === 'sub') return { first: `${id}Sub`, last: `${id}Sub` }
  return kind === 'parallel' ? { first: `${id}Fork`, last: `${id}Join` } : { first: id, last: id }
}

function writePart({ id, kind }: Part): string {
  switch (kind) {
    case 'task':
      return userTask(id)
    case 'external':
      return `<serviceTask id="${id}" camunda:type="external" camunda:topic="${id}"/>`
    case 'timed':
      return `${userTask(id)}<boundaryEvent id="${id}Timer" attachedToRef="${id}" cancelActivity="false"><timerEventDefinition><timeDuration>P9D</timeDuration></timerEventDefinition></boundaryEvent><endEvent id="${id}Late"/>${flow(`${id}Timer`, `${id}Late`)}`
    case 'sub':
      return `<subProcess id="${id}Sub"><startEvent id="${id}In"/>${userTask(`${id}Inner`)}<endEvent id="${id}Out"/>${flow(`${id}In`, `${id}Inner`)}${flow(`${id}Inner`, `${id}Out`)}</subProcess>`
    case 'parallel':
      // The gateway that joins them is exclusive, so that tokens that were moved wait for nothing.
      return `<parallelGateway id="${id}Fork"/>${userTask(`${id}Left`)}${userTask(`${id}Right`)}<exclusiveGateway id="${id}Join"/>${flow(`${id}Fork`, `${id}Left`)}${flow(`${id}Fork`, `${id}Right`)}${flow(`${id}Left`, `${id}Join`)}${flow(`${id}Right`, `${id}Join`)}`
  }
}

/** Mulberry32: small, and the same everywhere. */
function createChances(seed: number): Chances {
  let state = (seed * 0x9e3779b1) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return { chance: (of) => next() < of, below: (limit) => Math.floor(next() * limit) }
}
