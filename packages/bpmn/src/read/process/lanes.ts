import { localName, type XmlElement } from '@millrace/xml'
import type { Lane } from '../../model.ts'
import { elementsOf, isBpmn, listChildren, textOf } from '../../vocabulary/read.ts'
import * as general from '../../vocabulary/themes/general.ts'
import * as processes from '../../vocabulary/themes/processes.ts'
import { idOf, type ReadContext } from '../context.ts'

/** Reads the lanes of a process. Lanes inside another lane follow it. */
export function readLanes(context: ReadContext, holder: XmlElement): Lane[] {
  const sets = holder.children.filter((child) => isBpmn(child, 'laneSet') || isBpmn(child, 'childLaneSet'))
  return sets.flatMap((set) =>
    listChildren(set, 'lane').flatMap((lane) => [
      {
        id: idOf(context, lane),
        name: textOf(lane, general.naming.name),
        elementIds: elementsOf(lane, processes.lane.flowNodeRef).map(({ text }) => localName(text.trim())),
      },
      ...readLanes(context, lane),
    ]),
  )
}
