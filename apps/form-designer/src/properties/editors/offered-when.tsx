import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { MultiSelect, TagsInput } from '@mantine/core'
import type { DesignNode } from '@millrace/forms/design'
import { useTranslation } from 'react-i18next'
import { labelOf, optionsOf } from '../../model/describe-node.ts'
import classes from './editors.module.css'

interface Props {
  /** The number of the option, from 1. */
  readonly number: number
  /** The field that the options depend on. */
  readonly source: DesignNode
  /** Its values for which the option is offered; undefined: any. */
  readonly when: readonly string[] | undefined
  readonly onChange: (when: readonly string[] | undefined) => void
}

/** Chooses the values of another field for which an option is offered. */
export function OfferedWhen({ number, source, when, onChange }: Props) {
  const { t } = useTranslation()
  const options = optionsOf(source)
  const change = (next: string[]) => onChange(next.length === 0 ? undefined : next)
  const common = {
    ...(classes.when === undefined ? {} : { className: classes.when }),
    size: 'xs',
    'aria-label': t('designer.options.when', { number, source: labelOf(source) }),
    ...(when === undefined ? { placeholder: t('designer.options.always', { source: labelOf(source) }) } : {}),
    value: [...(when ?? [])],
    onChange: change,
  }
  if (options.length === 0) return <TagsInput {...common} />
  return (
    <MultiSelect
      {...common}
      data={options.map(({ value, label }) => ({ value, label }))}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  )
}
