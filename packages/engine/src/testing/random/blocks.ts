import { rowOf } from '@millrace/bpmn'
import { activity } from './activities.ts'
import {
  type Block,
  condition,
  type Draft,
  flow,
  listPlain,
  message,
  newId,
  signal,
  timer,
  turn,
  type Where,
} from './draft.ts'
import { catchEvent, endEvent, link, throwEvent } from './events.ts'

/** Creates a random sequence of blocks. It ends early after a block that no token leaves. */
export function sequence(draft: Draft, length: number, where: Where): Block {
  const blocks: Block[] = []
  for (let index = 0; index < length && blocks.at(-1)?.last !== null; index++) {
    const isLast = index === length - 1
    if (draft.budget <= 0 && blocks.length > 0) break
    blocks.push(isLast && where.mayEnd && draft.random.chance(0.15) ? endEvent(draft) : block(draft, where))
  }
  const flows = blocks.slice(1).map(({ first }, index) => flow(blocks[index]?.last ?? null, first))
  const [first] = blocks
  if (first === undefined) throw new Error('Expected at least one block.')
  return {
    xml: blocks.map(({ xml }) => xml).join('') + flows.join(''),
    first: first.first,
    last: blocks.at(-1)?.last ?? null,
  }
}

/** Creates a random sequence of blocks that ends with an end event. */
export function path(draft: Draft, length: number, where: Where): Block {
  const body = sequence(draft, length, where)
  if (body.last === null) return body
  const end = endEvent(draft)
  return { xml: body.xml + flow(body.last, end.first) + end.xml, first: body.first, last: null }
}

function block(draft: Draft, where: Where): Block {
  const { random } = draft
  const isSmall = where.depth >= 3 || draft.budget < 6
  const kind = random.next()
  if (isSmall || kind < 0.5) return activity(draft, where)
  if (kind < 0.58) return catchEvent(draft)
  if (kind < 0.66) return throwEvent(draft)
  if (kind < 0.69) return link(draft)
  const inner = { ...where, depth: where.depth + 1 }
  if (kind < 0.76) return choice(draft, inner)
  if (kind < 0.84) return parallel(draft, { ...inner, mayEnd: false })
  if (kind < 0.9 && !where.inLoop) return inclusive(draft, inner)
  if (kind < 0.93 && !where.inLoop) return complex(draft, { ...inner, mayEnd: false })
  if (kind < 0.97) return race(draft, inner)
  return repetition(draft, { ...inner, mayEnd: false })
}

/** A gateway with branches of which one is taken, and which meet again. */
function choice(draft: Draft, where: Where): Block {
  const type = turn(draft, splits)
  const [split, merge] = [newId(draft, 'split'), newId(draft, 'merge')]
  const branches = [0, 1].map(() => sequence(draft, 1 + draft.random.below(2), where))
  const conditions = ['${go}', undefined] as const
  const flows = branches.map(({ first, last }, index) => flow(split, first, conditions[index]) + flow(last, merge))
  const gateways = `<${type} id="${split}" default="f-${split}-${branches[1]?.first}"/><exclusiveGateway id="${merge}"/>`
  return closed(gateways, branches, flows, split, merge)
}

/** What would wait for others has blocks of its own. */
const splits = listPlain('gateway').filter((name) => rowOf(name).chooses && name !== 'inclusiveGateway')

function parallel(draft: Draft, where: Where): Block {
  const [fork, join] = [newId(draft, 'fork'), newId(draft, 'join')]
  const branches = Array.from({ length: 2 + draft.random.below(2) }, () => sequence(draft, 1, where))
  const flows = branches.map(({ first, last }) => flow(fork, first) + flow(last, join))
  return closed(`<parallelGateway id="${fork}"/><parallelGateway id="${join}"/>`, branches, flows, fork, join)
}

function inclusive(draft: Draft, where: Where): Block {
  const [fork, join] = [newId(draft, 'fork'), newId(draft, 'join')]
  const branches = Array.from({ length: 3 }, () => sequence(draft, 1, where))
  const conditions = ['${go}', '${n % 2 == 0}', undefined] as const
  const flows = branches.map(({ first, last }, index) => flow(fork, first, conditions[index]) + flow(last, join))
  const gateways = `<inclusiveGateway id="${fork}" default="f-${fork}-${branches[2]?.first}"/><inclusiveGateway id="${join}"/>`
  return closed(gateways, branches, flows, fork, join)
}

/** Goes on with the first of its branches, or with two; the others are taken in afterwards. */
function complex(draft: Draft, where: Where): Block {
  const [fork, join] = [newId(draft, 'fork'), newId(draft, 'vote')]
  const branches = [0, 1, 2].map(() => sequence(draft, 1, where))
  const flows = branches.map(({ first, last }) => flow(fork, first) + flow(last, join))
  const needed = 1 + draft.random.below(3)
  const gateways = `<parallelGateway id="${fork}"/><complexGateway id="${join}"><activationCondition>\${activationCount &gt;= ${needed}}</activationCondition></complexGateway>`
  return closed(gateways, branches, flows, fork, join)
}

function race(draft: Draft, where: Where): Block {
  const [gateway, merge] = [newId(draft, 'race'), newId(draft, 'merge')]
  const definitions = [message(draft), signal(draft), timer(draft), condition].slice(draft.random.below(3))
  const events = definitions.map((definition) => ({ id: newId(draft, 'event'), definition }))
  const branches = events.map(() => sequence(draft, 1, where))
  const flows = events.map(({ id, definition }, index) => {
    const branch = branches[index]
    return `<intermediateCatchEvent id="${id}">${definition}</intermediateCatchEvent>${flow(gateway, id)}${branch === undefined ? '' : flow(id, branch.first) + flow(branch.last, merge)}`
  })
  return closed(
    `<eventBasedGateway id="${gateway}"/><exclusiveGateway id="${merge}"/>`,
    branches,
    flows,
    gateway,
    merge,
  )
}

/** A loop by flows, with a counter that ends it. */
function repetition(draft: Draft, where: Where): Block {
  const [merge, split, count] = [newId(draft, 'again'), newId(draft, 'enough'), newId(draft, 'count')]
  const body = sequence(draft, 1, { ...where, inLoop: true })
  const script = `<scriptTask id="${count}" scriptFormat="juel"><script>\${execution.setVariable('${count}', execution.getVariable('${count}') + 1)}</script></scriptTask>`
  const gateways = `<exclusiveGateway id="${merge}"/><exclusiveGateway id="${split}" default="f-${split}-${merge}"/>`
  const out = newId(draft, 'out')
  const flows = [
    flow(merge, body.first),
    flow(body.last, count),
    flow(count, split),
    flow(split, out, `\${${count} % 3 == 0}`),
    flow(split, merge),
  ]
  return { xml: `${gateways}${script}<task id="${out}"/>${body.xml}${flows.join('')}`, first: merge, last: out }
}

function closed(
  gateways: string,
  branches: readonly Block[],
  flows: readonly string[],
  first: string,
  last: string,
): Block {
  const isOpen = branches.some((branch) => branch.last !== null)
  // A gateway that no branch leads to may not be there.
  const kept = isOpen
    ? gateways
    : gateways.replace(new RegExp(`<\\w+ id="${last}"[^>]*/>|<complexGateway id="${last}".*?</complexGateway>`), '')
  return { xml: kept + branches.map(({ xml }) => xml).join('') + flows.join(''), first, last: isOpen ? last : null }
}
