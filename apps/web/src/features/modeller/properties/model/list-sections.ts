import { type ModdleElement, readModdleElement, type ThemedProperty } from '@millrace/bpmn/moddle'
import { listRows, type PanelRow } from './list-rows.ts'

type Theme = ThemedProperty['theme']

export interface PanelSection {
  readonly key: string
  readonly theme: Theme
  /** Of all its parts. */
  readonly rows: readonly PanelRow[]
  /** What has the rows: what is shown, or what stands inside of it. */
  readonly parts: readonly { readonly element: ModdleElement; readonly rows: readonly PanelRow[] }[]
}

/** What is set most often stands first. */
const order: readonly Theme[] = [
  'general',
  'eventDefinitions',
  'timers',
  'assignment',
  'forms',
  'userTasks',
  'services',
  'calls',
  'scripts',
  'flows',
  'processes',
  'events',
  'activities',
  'loops',
  'mapping',
  'listeners',
  'asynchronous',
  'data',
]

/** Lists the properties of the shown element by theme, with those of its event definitions and of its process. */
export function listSections(shown: ModdleElement): PanelSection[] {
  const definitions = (shown.get('eventDefinitions') as ModdleElement[] | undefined) ?? []
  const process = readModdleElement(shown, 'processRef')
  const elements = [
    // A definition is told by its place: its id is nobody's business.
    ...definitions.map((element) => ({ element, rows: listRows(element).filter((row) => row.property.name !== 'id') })),
    ...[shown, ...(process === undefined ? [] : [process])].map((element) => ({ element, rows: listRows(element) })),
  ]
  return order.flatMap((theme) => {
    const parts = elements
      .map(({ element, rows }) => ({ element, rows: rows.filter((row) => row.theme === theme) }))
      .filter(({ rows }) => rows.length > 0)
    return parts.length === 0 ? [] : [{ key: theme, theme, parts, rows: parts.flatMap(({ rows }) => rows) }]
  })
}
