import IconArrowDown from 'icon:arrow-down'
import IconArrowUp from 'icon:arrow-up'
import IconTrash from 'icon:trash'
import { Button } from '@mantine/core'
import type { Option } from '@millrace/forms'
import { type ClipboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { findOptionSource } from '../../model/find-named.ts'
import { labelOption } from '../../model/follow-label.ts'
import { useDesigner } from '../../store/use-designer.ts'
import type { EditorProps } from '../editor-props.ts'
import classes from './editors.module.css'
import { notesId } from './field-row.tsx'
import { OfferedWhen } from './offered-when.tsx'
import { PairInputs } from './pair-inputs.tsx'
import { SmallButton } from './small-button.tsx'

/**
 * Edits the options of a field: stored value, label, and the values of another field for which the option is offered.
 * Enter moves to the label of the next option, and adds an option after the last one. Pasted lines become options.
 */
export function OptionsEditor({ id, node, label, value, error, onChange }: EditorProps) {
  const { t } = useTranslation()
  const design = useDesigner(({ stack }) => stack.design)
  const source = findOptionSource(design, node)
  const options = Array.isArray(value) ? (value as readonly Option[]) : []
  const change = (index: number, part: { value?: string; label?: string; when?: readonly string[] | undefined }) =>
    onChange(options.map((option, at) => (at === index ? withoutGaps({ ...option, ...part }) : option)))
  const move = (index: number, by: number) => {
    const option = options[index]
    if (option !== undefined) onChange(options.toSpliced(index, 1).toSpliced(index + by, 0, option))
  }
  const texts = useRef<HTMLFieldSetElement>(null)
  const next = useRef<number | null>(null)
  useEffect(() => {
    if (next.current === null || next.current >= options.length) return
    selectText(texts.current, next.current)
    next.current = null
  }, [options.length])
  const enter = (index: number) => {
    if (index + 1 < options.length) selectText(texts.current, index + 1)
    else {
      next.current = index + 1
      onChange([...options, nextOption(options)])
    }
  }
  const paste = (index: number, event: ClipboardEvent) => {
    const lines = event.clipboardData
      .getData('text/plain')
      .split(/\r?\n/)
      .map((line) => line.trim())
    const labels = lines.filter((line) => line !== '')
    if (labels.length < 2) return
    event.preventDefault()
    const label = (all: readonly Option[], text: string, at: number) =>
      labelOption(index + at < all.length ? all : [...all, nextOption(all)], index + at, text)
    onChange(labels.reduce(label, options))
  }
  return (
    <fieldset
      ref={texts}
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
        <div key={index} className={classes.option} data-option>
          <PairInputs
            onEnter={() => enter(index)}
            onPaste={(event) => paste(index, event)}
            text={option.label}
            textLabel={t('designer.options.labelOf', { number: index + 1 })}
            onText={(text) => onChange(labelOption(options, index, text))}
            name={option.value}
            nameLabel={t('designer.options.valueOf', { number: index + 1 })}
            onName={(name) => change(index, { value: name })}
          />
          <SmallButton
            Icon={IconArrowUp}
            label={t('designer.options.up', { number: index + 1 })}
            isDisabled={index === 0}
            onClick={() => move(index, -1)}
          />
          <SmallButton
            Icon={IconArrowDown}
            label={t('designer.options.down', { number: index + 1 })}
            isDisabled={index === options.length - 1}
            onClick={() => move(index, 1)}
          />
          <SmallButton
            Icon={IconTrash}
            label={t('designer.options.remove', { number: index + 1 })}
            onClick={() => onChange(options.toSpliced(index, 1))}
          />
          {source === null ? null : (
            <OfferedWhen
              number={index + 1}
              source={source}
              when={option.when}
              onChange={(when) => change(index, { when })}
            />
          )}
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

/** Puts the focus on the text of an option, which is then overwritten by typing. */
function selectText(editor: Element | null, index: number): void {
  const input = editor?.querySelectorAll('[data-option]')[index]?.querySelector('input')
  input?.focus()
  input?.select()
}

function withoutGaps({ when, ...option }: Omit<Option, 'when'> & { when?: readonly string[] | undefined }): Option {
  return when === undefined ? option : { ...option, when }
}

function nextOption(options: readonly Option[]): Option {
  const taken = new Set(options.map(({ value }) => value))
  let number = options.length + 1
  while (taken.has(`option${number}`)) number += 1
  return { value: `option${number}`, label: `Option ${number}` }
}
