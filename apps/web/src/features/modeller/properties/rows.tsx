import type { ModdleElement } from '@millrace/bpmn/moddle'
import type { ComponentType, ReactNode } from 'react'
import { ConditionEditor } from './conditions/condition-editor.tsx'
import { ExpressionEditor } from './editors/expression-editor.tsx'
import { PartsEditor } from './editors/parts-editor.tsx'
import { ReferenceEditor } from './editors/reference-editor.tsx'
import { ChoiceEditor, FlagEditor } from './editors/small-editors.tsx'
import { LongTextEditor, TextEditor } from './editors/text-editor.tsx'
import { ThingEditor } from './editors/thing-editor.tsx'
import { isTime, TimerEditor } from './editors/timer-editor.tsx'
import { listRows, type PanelRow, type RowKind } from './model/list-rows.ts'
import { namesThing } from './model/list-things.ts'
import { AssigneeEditor, isWho } from './people/assignee-editor.tsx'
import { NamesEditor } from './people/names-editor.tsx'
import type { EditorProps } from './row.tsx'
import { isServiceRow, ServiceEditor } from './services/service-editor.tsx'
import { type PanelContext, usePanel } from './use-panel.ts'

/** One editor for each kind of property. */
const editors = {
  text: TextEditor,
  integer: TextEditor,
  flag: FlagEditor,
  choice: ChoiceEditor,
  expression: ExpressionEditor,
  names: NamesEditor,
  reference: ReferenceEditor,
  formal: ExpressionEditor,
  inner: ExpressionEditor,
  code: LongTextEditor,
  documentation: LongTextEditor,
  parts: PartsEditor,
} as const satisfies Record<RowKind, (props: EditorProps) => ReactNode>

/** Properties that say one thing together have one editor, which stands before the others. */
const together: readonly {
  readonly takes: (row: PanelRow) => boolean
  readonly Editor: ComponentType<{ element: ModdleElement; rows: readonly PanelRow[] }>
}[] = [
  { takes: isTime, Editor: TimerEditor },
  { takes: isWho, Editor: AssigneeEditor },
  { takes: isServiceRow, Editor: ServiceEditor },
]

export interface RowsProps {
  readonly element: ModdleElement
  /** All of its rows where none are given. */
  readonly rows?: readonly PanelRow[]
  /** Whether the row is part of an editor with several rows. */
  readonly isInside?: boolean
  /** They belong to the shown element, and not to a part of it: empty parts are in the menu of what can be added. */
  readonly isTop?: boolean
}

/** The rows of the properties of an element, one below the other: all of them, or some. */
export function Rows({ element, rows = listRows(element), isInside = false, isTop = false }: RowsProps) {
  const panel = usePanel()
  const groups = isInside
    ? []
    : together
        .map(({ takes, Editor }) => ({ Editor, taken: rows.filter(takes) }))
        .filter(({ taken }) => taken.length > 0)
  const grouped = new Set(groups.flatMap(({ taken }) => taken))
  const shown = rows.filter((row) => !grouped.has(row) && (isInside || isShown(row, panel, isTop)))
  return (
    <>
      {groups.map(({ Editor, taken }) => (
        <Editor key={taken[0]?.property.name} element={element} rows={taken} />
      ))}
      {shown.map((row) => {
        const Editor = findEditor(row)
        return (
          <Editor key={`${row.property.place} ${row.property.name}`} element={element} row={row} drawRows={drawRows} />
        )
      })}
    </>
  )
}

function findEditor({ kind, property: { name } }: PanelRow): (props: EditorProps) => ReactNode {
  if (kind === 'formal' && (name === 'conditionExpression' || name === 'condition')) return ConditionEditor
  return namesThing(name) ? ThingEditor : editors[kind]
}

function drawRows(element: ModdleElement) {
  return <Rows element={element} />
}

type Shown = Pick<PanelContext, 'showsAll' | 'added'>

/** Returns whether a row is visible in the panel. Missing parts of the shown element can be added with a menu. */
export function isShown(
  { isRare, isSet, kind, property }: PanelRow,
  { showsAll, added }: Shown,
  isTop: boolean,
): boolean {
  if (showsAll || isSet) return true
  if (!isTop) return !isRare
  return added.has(property.name) || !(isRare || isAddable(kind))
}

/** Whether a property is an element that is added as a whole. */
function isAddable(kind: RowKind): boolean {
  return kind === 'parts'
}
