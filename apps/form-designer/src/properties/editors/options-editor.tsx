import IconArrowDown from 'icon:arrow-down'
import IconArrowUp from 'icon:arrow-up'
import IconTrash from 'icon:trash'
import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { EditorProps } from '../editor-props.ts'
import classes from './editors.module.css'
import { notesId } from './field-row.tsx'

/** An option as the design has it; members that are not edited here are kept. */
interface AnyOption {
  readonly value: string
  readonly label: string
  readonly when?: readonly string[]
}

/** The choices of a field, each with what is stored and what is read. */
export function OptionsEditor({ id, label, value, error, onChange }: EditorProps) {
  const { t } = useTranslation()
  const options = Array.isArray(value) ? (value as readonly AnyOption[]) : []
  const change = (index: number, part: Partial<AnyOption>) =>
    onChange(options.map((option, at) => (at === index ? { ...option, ...part } : option)))
  const move = (index: number, by: number) => {
    const option = options[index]
    if (option !== undefined) onChange(options.toSpliced(index, 1).toSpliced(index + by, 0, option))
  }
  return (
    <fieldset
      id={id}
      className={classes.options}
      style={{ border: 0, margin: 0, padding: 0 }}
      aria-describedby={error === '' ? undefined : notesId(id)}
    >
      <legend className={classes.label}>{label}</legend>
      <div className={classes.option} aria-hidden>
        <span className={classes.head}>{t('designer.options.label')}</span>
        <span className={classes.head}>{t('designer.options.value')}</span>
      </div>
      {options.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: values are typed, and may be alike meanwhile
        <div key={index} className={classes.option}>
          <TextInput
            size="xs"
            aria-label={t('designer.options.labelOf', { number: index + 1 })}
            value={option.label}
            onChange={(event) => change(index, { label: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            className={classes.mono}
            aria-label={t('designer.options.valueOf', { number: index + 1 })}
            value={option.value}
            onChange={(event) => change(index, { value: event.currentTarget.value })}
          />
          <UnstyledButton
            className={classes.small}
            aria-label={t('designer.options.up', { number: index + 1 })}
            disabled={index === 0}
            onClick={() => move(index, -1)}
          >
            <IconArrowUp size={14} stroke={1.6} />
          </UnstyledButton>
          <UnstyledButton
            className={classes.small}
            aria-label={t('designer.options.down', { number: index + 1 })}
            disabled={index === options.length - 1}
            onClick={() => move(index, 1)}
          >
            <IconArrowDown size={14} stroke={1.6} />
          </UnstyledButton>
          <UnstyledButton
            className={classes.small}
            aria-label={t('designer.options.remove', { number: index + 1 })}
            onClick={() => onChange(options.toSpliced(index, 1))}
          >
            <IconTrash size={14} stroke={1.6} />
          </UnstyledButton>
        </div>
      ))}
      <Button size="xs" onClick={() => onChange([...options, nextOption(options)])}>
        {t('designer.options.add')}
      </Button>
      {error === '' ? null : (
        <p id={notesId(id)} className={`${classes.notes} ${classes.error}`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

function nextOption(options: readonly AnyOption[]): AnyOption {
  const taken = new Set(options.map(({ value }) => value))
  let number = options.length + 1
  while (taken.has(`option${number}`)) number += 1
  return { value: `option${number}`, label: `Option ${number}` }
}
