import type { EventElement } from '../../model.ts'
import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import { isEvent, type ModelIndex } from '../../query.ts'

interface Link {
  readonly event: EventElement
  readonly name: string
}

/**
 * Checks that throwing link events have exactly one catching link of the same name in their scope: BPMN 2.0, 10.5.5.
 */
export function* checkLinks(index: ModelIndex): Iterable<Finding> {
  const links = Object.values(index.model.elements).filter(isEvent).flatMap(listLinks)
  const keyOf = ({ event, name }: Link) => `${event.scopeId}\n${name}`
  const caught = new Map<string, Link>()
  for (const link of links.filter(({ event }) => event.type === 'intermediateCatchEvent')) {
    const other = caught.get(keyOf(link))
    if (other !== undefined) {
      yield {
        code: 'event.link',
        elementId: link.event.id,
        message: `Expected one catching link named “${link.name}”, but both ${other.event.id} and ${link.event.id} are. Rename one of them.`,
      }
    }
    caught.set(keyOf(link), link)
  }
  const thrown = links.filter(({ event }) => event.type === 'intermediateThrowEvent')
  for (const link of thrown) {
    if (caught.has(keyOf(link))) continue
    yield {
      code: 'event.link',
      severity: link.event.incoming.length === 0 ? 'warning' : 'error',
      elementId: link.event.id,
      message: `Expected a catching link named “${link.name}” in the scope of ${link.event.id}, but there is none. Add it or rename the link.`,
    }
  }
  const names = new Set(thrown.map(keyOf))
  for (const [key, { event, name }] of caught) {
    if (names.has(key)) continue
    yield {
      code: 'event.link',
      severity: 'warning',
      elementId: event.id,
      message: `Expected a throwing link named “${name}” that leads to ${nameElement(event)}, but there is none, so it is never reached.`,
    }
  }
}

function listLinks(event: EventElement): Link[] {
  return event.definitions.flatMap((definition) =>
    definition.kind === 'link' ? [{ event, name: definition.name }] : [],
  )
}
