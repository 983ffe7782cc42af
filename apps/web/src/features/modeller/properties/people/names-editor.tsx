import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { TagsInput } from '@mantine/core'
import { isExpression } from '@millrace/bpmn/moddle'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import sheet from '../../../../components/designer-frame/sheet.module.css'
import type { PersonKind } from '../../problems/known-things.ts'
import { ExpressionEditor } from '../editors/expression-editor.tsx'
import { planText, readText } from '../model/row-text.ts'
import { type EditorProps, nameProperty, Row } from '../row.tsx'
import { usePanel } from '../use-panel.ts'
import { offerAll, PersonOption } from './person-option.tsx'
import { useNames, useSearchedPeople } from './use-people.ts'

/** Edits users or groups as tags with a search; an expression is edited as a text. */
export function NamesEditor(props: EditorProps) {
  return isExpression(readText(props.element, props.row)) ? <ExpressionEditor {...props} /> : <Names {...props} />
}

function Names({ element, row }: EditorProps) {
  const { t } = useTranslation()
  const { apply, options, canEdit } = usePanel()
  const kind: PersonKind = /Groups$/.test(row.property.name) ? 'group' : 'user'
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useSearchedPeople(kind, text, isOpen)
  const names = splitNames(readText(element, row))
  const known = useNames(kind, names)
  const missing = names.filter((name) => known.get(name) === null)
  const called = names.flatMap((name) => {
    const words = known.get(name)
    return words === null || words === undefined || words === name ? [] : [words]
  })
  return (
    <Row
      row={row}
      isWide
      fault={missing.length === 0 ? null : t(`modeller.problems.unknown.${kind}`, { name: missing.join(', ') })}
      below={called.length === 0 ? null : <p className={sheet.note}>{called.join(', ')}</p>}
    >
      {(control) => (
        <TagsInput
          {...control}
          aria-label={nameProperty(row, t)}
          readOnly={!canEdit}
          acceptValueOnBlur
          data={found.map(({ key }) => key)}
          filter={offerAll}
          renderOption={({ option }) => <PersonOption found={found} of={option.value} />}
          searchValue={text}
          onSearchChange={setText}
          onDropdownOpen={() => setOpen(true)}
          onDropdownClose={() => setOpen(false)}
          value={names}
          onChange={(next) => apply(planText(element, row, next.join(','), options))}
        />
      )}
    </Row>
  )
}

function splitNames(text: string): string[] {
  return [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '')
}
