import type { ComponentType } from 'react'
import type { EditorProps } from '../editor-props.ts'
import { AdapterEditor, AdapterPairsEditor } from './adapter-editor.tsx'
import { CheckEditor } from './check-editor.tsx'
import { ChoiceEditor } from './choice-editor.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import { DataColumnEditor, DataListEditor } from './data-list-editor.tsx'
import { ExpressionEditor } from './expression-editor.tsx'
import { FieldChoiceEditor } from './field-choice-editor.tsx'
import { FlagEditor } from './flag-editor.tsx'
import { JsonEditor } from './json-editor.tsx'
import { MembershipEditor } from './membership-editor.tsx'
import { NumberEditor } from './number-editor.tsx'
import { OptionsEditor } from './options-editor.tsx'
import { PictureEditor } from './picture-editor.tsx'
import { CodeEditor, LongTextEditor, TextEditor } from './text-editor.tsx'
import { ValueEditor } from './value-editor.tsx'
import { WordsEditor } from './words-editor.tsx'

/** How the properties of a kind are edited; those of any other kind as JSON. */
const editors: Readonly<Record<string, ComponentType<EditorProps>>> = {
  text: TextEditor,
  html: LongTextEditor,
  code: CodeEditor,
  day: CodeEditor,
  instant: CodeEditor,
  clock: CodeEditor,
  flag: FlagEditor,
  integer: NumberEditor,
  quantity: NumberEditor,
  choice: ChoiceEditor,
  options: OptionsEditor,
  words: WordsEditor,
  texts: WordsEditor,
  condition: ConditionEditor,
  expression: ExpressionEditor,
  value: ValueEditor,
  picture: PictureEditor,
}

/** The editors of properties that name other objects: parts of the form, users, data lists, rules. */
const named: Readonly<Record<string, ComponentType<EditorProps>>> = {
  check: CheckEditor,
  dependsOn: FieldChoiceEditor,
  target: FieldChoiceEditor,
  visibleFor: MembershipEditor,
  enabledFor: MembershipEditor,
  requiredFor: MembershipEditor,
  adapter: AdapterEditor,
  parameters: AdapterPairsEditor,
  fills: AdapterPairsEditor,
  list: DataListEditor,
  valueColumn: DataColumnEditor,
  labelColumn: DataColumnEditor,
  filterColumn: DataColumnEditor,
  onlyColumn: DataColumnEditor,
}

export function editorOf(name: string, kind: string): ComponentType<EditorProps> {
  return named[name] ?? editors[kind] ?? JsonEditor
}

/** Returns whether a kind of property has an editor. A test requires one for each kind. */
export function hasEditor(kind: string): boolean {
  return Object.hasOwn(editors, kind)
}
