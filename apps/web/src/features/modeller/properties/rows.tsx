import type { ModdleElement } from '@millrace/bpmn/moddle'
import { ExpressionEditor } from './editors/expression-editor.tsx'
import { PartsEditor } from './editors/parts-editor.tsx'
import { ReferenceEditor } from './editors/reference-editor.tsx'
import { ChoiceEditor, FlagEditor, NamesEditor } from './editors/small-editors.tsx'
import { LongTextEditor, TextEditor } from './editors/text-editor.tsx'
import { isTime, TimerEditor } from './editors/timer-editor.tsx'
import { listRows, type PanelRow, type RowKind } from './model/list-rows.ts'
import type { EditorProps } from './row.tsx'
import { usePanel } from './use-panel.ts'

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
} as const satisfies Record<RowKind, (props: EditorProps) => React.ReactNode>

/** The properties of an element, one below the other: all of it, or some of its rows. */
export function Rows({ element, rows = listRows(element) }: { element: ModdleElement; rows?: readonly PanelRow[] }) {
  const { showsAll } = usePanel()
  const times = rows.filter(isTime)
  const shown = rows.filter((row) => !isTime(row) && isShown(row, showsAll))
  return (
    <>
      {times.length === 0 ? null : <TimerEditor element={element} rows={times} />}
      {shown.map((row) => {
        const Editor = editors[row.kind]
        return (
          <Editor key={`${row.property.place} ${row.property.name}`} element={element} row={row} drawRows={drawRows} />
        )
      })}
    </>
  )
}

function drawRows(element: ModdleElement) {
  return <Rows element={element} />
}

export function isShown({ isRare, isSet }: PanelRow, showsAll: boolean): boolean {
  return showsAll || isSet || !isRare
}
