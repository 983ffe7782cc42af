import { condition, type Draft, flow, message, newId, signal, timer, trigger } from './draft.ts'

/** The start event by which a random process is started, as its command names it. */
export interface Start {
  readonly startElementId?: string
  readonly startDefinitionIndex?: number
}

/** The XML of the beginning of a random process, up to its first block, and the command that starts it. */
export interface Beginning {
  readonly xml: string
  readonly start: Start
}

/**
 * Creates the beginning of a random process: a plain start event, one or several events, a receive task, or an
 * event-based gateway.
 */
export function beginning(draft: Draft, first: string): Beginning {
  const kind = draft.random.next()
  if (kind < 0.55) return plain(draft, first)
  if (kind < 0.8) return byEvent(draft, first)
  return kind < 0.9 ? byTask(draft, first) : byGateway(draft, first)
}

function plain(draft: Draft, first: string): Beginning {
  const id = newId(draft, 'begin')
  return { xml: `<startEvent id="${id}"/>${flow(id, first)}`, start: {} }
}

function byEvent(draft: Draft, first: string): Beginning {
  const id = newId(draft, 'begin')
  const { definitions, attributes, count } = trigger(draft, { isStart: true })
  const start = { startElementId: id, ...(count > 1 && { startDefinitionIndex: draft.random.below(count) }) }
  return { xml: `<startEvent id="${id}" ${attributes}>${definitions}</startEvent>${flow(id, first)}`, start }
}

function byTask(draft: Draft, first: string): Beginning {
  const id = newId(draft, 'task')
  draft.definitions.push(`<message id="for-${id}" name="for-${id}"/>`)
  const xml = `<receiveTask id="${id}" messageRef="for-${id}" instantiate="true"/>${flow(id, first)}`
  return { xml, start: { startElementId: id } }
}

/** Each event of a parallel gateway sends a token; those of the others end at once, as later joins expect one. */
function byGateway(draft: Draft, first: string): Beginning {
  const gateway = newId(draft, 'race')
  const type = draft.random.pick(['Exclusive', 'Parallel'])
  const events = [message, signal, timer, () => condition].slice(0, type === 'Parallel' ? 2 : 4).map((make) => {
    const id = newId(draft, 'event')
    const event = `<intermediateCatchEvent id="${id}">${make(draft)}</intermediateCatchEvent>${flow(gateway, id)}`
    return { id, event }
  })
  const merge = newId(draft, 'merge')
  const onward = events.map(({ id }, index) => (type === 'Parallel' && index > 0 ? '' : flow(id, merge)))
  const xml = `<eventBasedGateway id="${gateway}" instantiate="true" eventGatewayType="${type}"/>${events.map(({ event }) => event).join('')}${onward.join('')}<exclusiveGateway id="${merge}"/>${flow(merge, first)}`
  return { xml, start: { startElementId: draft.random.pick(events).id } }
}
