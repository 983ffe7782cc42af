import IconTrash from 'icon:trash'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { labelOf } from '../../model/describe-node.ts'
import { listReachable, type NamedField } from '../../model/find-named.ts'
import { useDesigner } from '../../store/use-designer.ts'
import type { EditorProps } from '../editor-props.ts'
import classes from './editors.module.css'
import { notesId } from './field-row.tsx'
import { SmallButton } from './small-button.tsx'

interface PairsProps extends EditorProps {
  /** The kind of the left side: parameters of an adapter, or columns of its response. */
  readonly of: 'parameters' | 'columns'
  /** The known names; empty where they are unknown and have to be typed. */
  readonly names: readonly string[]
}

/** As it is edited. One that is not complete yet is kept here alone. */
interface Pair {
  readonly name: string
  readonly field: string
}

/** Edits pairs of a name outside the form and a field of the form, stored as texts such as `country=countryField`. */
export function PairsEditor({ id, node, label, value, error, warning, of, names, onChange }: PairsProps) {
  const { t } = useTranslation()
  const design = useDesigner(({ stack }) => stack.design)
  const fields = nameFields(listReachable(design, node))
  const kept = toPairs(value)
  const [edited, setEdited] = useState<readonly Pair[]>(kept)
  const pairs = isSame(toWords(edited), toWords(kept)) && kept.every(isComplete) ? edited : kept
  const change = (next: readonly Pair[]) => {
    setEdited(next)
    const words = toWords(next)
    if (!isSame(words, toTexts(value))) onChange(words.length === 0 ? undefined : words)
  }
  const set = (index: number, part: Partial<Pair>) =>
    change(pairs.map((pair, at) => (at === index ? { ...pair, ...part } : pair)))
  const add = () => {
    const name = names.find((one) => pairs.every((pair) => pair.name !== one)) ?? ''
    change([...pairs, { name, field: fields.some((one) => one.value === name) ? name : '' }])
  }
  const hasNotes = error !== '' || warning !== ''
  return (
    <fieldset
      id={id}
      className={classes.options}
      style={{ border: 0, margin: 0, padding: 0 }}
      aria-describedby={hasNotes ? notesId(id) : undefined}
    >
      <legend className={classes.label}>{label}</legend>
      {pairs.length === 0 ? null : (
        <div className={classes.pair} aria-hidden>
          <span className={classes.head}>{t(`designer.pairs.${of}`)}</span>
          <span className={classes.head}>{t('designer.pairs.field')}</span>
        </div>
      )}
      {pairs.map((pair, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names are typed, and may be alike meanwhile
        <div key={index} className={classes.pair}>
          <NameInput
            label={t(`designer.pairs.${of}Of`, { number: index + 1 })}
            none={t('designer.pairs.none')}
            names={names}
            name={pair.name}
            onName={(name) => set(index, { name })}
          />
          <NativeSelect
            size="xs"
            aria-label={t('designer.pairs.fieldOf', { number: index + 1 })}
            data={[{ value: '', label: t('designer.pairs.none') }, ...withOne(fields, pair.field)]}
            value={pair.field}
            onChange={({ currentTarget }) => set(index, { field: currentTarget.value })}
          />
          <SmallButton
            Icon={IconTrash}
            label={t(`designer.pairs.${of}Remove`, { number: index + 1 })}
            onClick={() => change(pairs.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button size="xs" onClick={add}>
        {t(`designer.pairs.${of}Add`)}
      </Button>
      {hasNotes ? (
        <div id={notesId(id)} className={classes.notes}>
          {error === '' ? null : <p className={classes.error}>{error}</p>}
          {warning === '' ? null : <p className={classes.warning}>{warning}</p>}
        </div>
      ) : null}
    </fieldset>
  )
}

interface NameProps {
  readonly label: string
  readonly none: string
  readonly names: readonly string[]
  readonly name: string
  readonly onName: (name: string) => void
}

function NameInput({ label, none, names, name, onName }: NameProps) {
  if (names.length === 0)
    return (
      <TextInput
        size="xs"
        className={classes.mono}
        aria-label={label}
        spellCheck={false}
        value={name}
        onChange={(event) => onName(event.currentTarget.value)}
      />
    )
  const offered = names.map((one) => ({ value: one, label: one }))
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      data={[{ value: '', label: none }, ...withOne(offered, name)]}
      value={name}
      onChange={(event) => onName(event.currentTarget.value)}
    />
  )
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** By their labels: there is no room for more. Those that have the same have their keys with them. */
function nameFields(fields: readonly NamedField[]): Choice[] {
  const labels = fields.map(labelOf)
  return fields.map(({ key }, at) => {
    const label = labels[at] ?? key
    return { value: key, label: labels.indexOf(label) === labels.lastIndexOf(label) ? label : `${label} (${key})` }
  })
}

/** Adds the present choice to the offered ones when it is not offered any more. */
function withOne(choices: readonly Choice[], value: string): readonly Choice[] {
  return value === '' || choices.some((one) => one.value === value) ? choices : [...choices, { value, label: value }]
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : []
}

function toPairs(value: unknown): Pair[] {
  return toTexts(value).map((word) => {
    const at = word.indexOf('=')
    return at < 0
      ? { name: word.trim(), field: '' }
      : { name: word.slice(0, at).trim(), field: word.slice(at + 1).trim() }
  })
}

function isComplete({ name, field }: Pair): boolean {
  return name.trim() !== '' && field !== ''
}

function toWords(pairs: readonly Pair[]): string[] {
  return pairs.filter(isComplete).map(({ name, field }) => `${name.trim()}=${field}`)
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
