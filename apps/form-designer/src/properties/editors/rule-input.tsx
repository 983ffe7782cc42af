import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listReachable, toNamedField } from '../../model/find-named.ts'
import { isPlainName, listOperators, parseRule, printRule, type SimpleRule } from '../../model/simple-rule.ts'
import { useDesigner } from '../../store/use-designer.ts'
import type { EditorProps } from '../editor-props.ts'
import classes from './editors.module.css'
import { ExpressionInput } from './expression-editor.tsx'
import { TestRow } from './test-row.tsx'

/** Edits a condition: as comparisons with other fields, or as FEEL. */
export function RuleInput(props: EditorProps) {
  const { t } = useTranslation()
  const { node, value, onChange } = props
  const design = useDesigner(({ stack }) => stack.design)
  // A check is about the value itself before anything else.
  const own = props.name === 'check' ? toNamedField(design.nodes[node]) : null
  const fields = [...(own === null ? [] : [own]), ...listReachable(design, node)].filter(({ key }) => isPlainName(key))
  const text = typeof value === 'string' ? value.replace(/^=/, '') : ''
  const read = text === '' ? empty : parseRule(text)
  const isKnown = read?.tests.every(({ name }) => fields.some(({ key }) => key === name)) ?? false
  const [isWritten, setWritten] = useState(false)
  // What has no value yet stands here only.
  const [draft, setDraft] = useState<SimpleRule | null>(null)
  if (isWritten || read === null || !isKnown || fields.length === 0)
    return (
      <>
        <ExpressionInput {...props} />
        {isKnown && fields.length > 0 ? (
          <Button size="xs" variant="subtle" onClick={() => setWritten(false)}>
            {t('designer.rule.choose')}
          </Button>
        ) : null}
      </>
    )
  const printed = draft === null ? '' : printRule(draft)
  const rule = draft !== null && (printed === null || printed === text) ? draft : read
  const change = (next: SimpleRule) => {
    setDraft(next)
    if (next.tests.length === 0) return onChange(undefined)
    const expression = printRule(next)
    if (expression !== null && expression !== text) onChange(`=${expression}`)
  }
  const add = () => {
    const [field] = fields
    if (field === undefined) return
    const { kind, operators } = listOperators(field.type)
    const value = kind === 'flag' ? 'true' : ''
    change({ ...rule, tests: [...rule.tests, { name: field.key, operator: operators[0] ?? 'filled', value, kind }] })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend
    <div role="group" aria-label={props.label} className={classes.rule}>
      {rule.tests.length > 1 ? (
        <NativeSelect
          size="xs"
          aria-label={t('designer.rule.join')}
          value={rule.join}
          data={[
            { value: 'and', label: t('designer.rule.all') },
            { value: 'or', label: t('designer.rule.any') },
          ]}
          onChange={(event) => change({ ...rule, join: event.currentTarget.value === 'or' ? 'or' : 'and' })}
        />
      ) : null}
      {rule.tests.map((test, index) => (
        <TestRow
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and two may be alike
          key={index}
          number={index + 1}
          test={test}
          fields={fields}
          onChange={(next) => change({ ...rule, tests: rule.tests.with(index, next) })}
          onRemove={() => change({ ...rule, tests: rule.tests.toSpliced(index, 1) })}
        />
      ))}
      <div className={classes.names}>
        <Button size="xs" onClick={add}>
          {t('designer.rule.add')}
        </Button>
        <Button size="xs" variant="subtle" onClick={() => setWritten(true)}>
          {t('designer.rule.write')}
        </Button>
      </div>
    </div>
  )
}

const empty: SimpleRule = { join: 'and', tests: [] }
