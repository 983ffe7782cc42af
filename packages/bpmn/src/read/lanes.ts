import type { Lane } from '../model.ts'
import { attribute, isBpmn, listChildren, localName, type XmlElement } from '../xml/element.ts'
import { idOf, type ReadContext } from './context.ts'

/** Lanes of a process, those inside other lanes after the lane around them. */
export function readLanes(context: ReadContext, holder: XmlElement): Lane[] {
  const sets = holder.children.filter((child) => isBpmn(child, 'laneSet') || isBpmn(child, 'childLaneSet'))
  return sets.flatMap((set) =>
    listChildren(set, 'lane').flatMap((lane) => [
      {
        id: idOf(context, lane),
        name: attribute(lane, 'name'),
        elementIds: listChildren(lane, 'flowNodeRef').map(({ text }) => localName(text.trim())),
      },
      ...readLanes(context, lane),
    ]),
  )
}
