import IconPlus from 'icon:plus'
import IconX from 'icon:x'
import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type WrittenType, type WrittenVariable, writtenTypes } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './moving.module.css'

/** A variable while the user enters it, with a key for React. */
export interface EnteredVariable {
  readonly key: string
  readonly name: string
  readonly type: WrittenType
  readonly text: string
}

export interface Skips {
  readonly skipsListeners: boolean
  readonly skipsIoMappings: boolean
}

/** Returns whether a variable has a value and no name: a plan with it would leave the value out. */
export function isUnnamed({ name, text }: EnteredVariable): boolean {
  return name === '' && text !== ''
}

/** Converts entered variables for the request. Variables without a name are left out. */
export function toWritten(variables: readonly EnteredVariable[]): WrittenVariable[] {
  return variables.flatMap(({ name, type, text }) =>
    name === '' ? [] : [{ name, type, text: type === 'Null' ? null : text }],
  )
}

interface VariablesProps {
  readonly variables: readonly EnteredVariable[]
  /** The present values of the process variables, by name; missing when they differ between instances. */
  readonly now?: ReadonlyMap<string, string> | undefined
  readonly onChange: (variables: readonly EnteredVariable[]) => void
}

/** The variables that a plan sets. */
export function VariablesFields({ variables, now, onChange }: VariablesProps) {
  const { t } = useTranslation()
  const change = (key: string, patch: Partial<EnteredVariable>) =>
    onChange(variables.map((one) => (one.key === key ? { ...one, ...patch } : one)))
  return (
    <>
      <div className={classes.head}>
        <h2>{t('moves.variables')}</h2>
        <span className={classes.quiet}>{variables.length > 0 ? variables.length : null}</span>
        <span className={classes.grow} />
        <Button
          size="xs"
          leftSection={<IconPlus size={15} stroke={1.6} />}
          onClick={() => onChange([...variables, { key: crypto.randomUUID(), name: '', type: 'String', text: '' }])}
        >
          {t('moves.addVariable')}
        </Button>
      </div>
      <div className={classes.inner}>
        {variables.length === 0 ? <p className={classes.quiet}>{t('moves.noVariables')}</p> : null}
        {variables.map(({ key, name, type, text }) => (
          <div key={key} className={classes.variable}>
            <TextInput
              label={t('moves.name')}
              size="xs"
              maxLength={255}
              value={name}
              error={isUnnamed({ key, name, type, text }) ? t('instance.enterVariableName') : undefined}
              onChange={(event) => change(key, { name: event.currentTarget.value })}
            />
            <NativeSelect
              label={t('moves.type')}
              size="xs"
              value={type}
              data={[...writtenTypes]}
              onChange={({ currentTarget: { value } }) =>
                change(key, { type: writtenTypes.find((one) => one === value) ?? 'String' })
              }
            />
            {type === 'Null' ? (
              <TextInput label={t('moves.value')} size="xs" value="" disabled />
            ) : (
              <TextInput
                label={t('moves.value')}
                size="xs"
                value={text}
                onChange={(event) => change(key, { text: event.currentTarget.value })}
              />
            )}
            <ActionIcon
              size="sm"
              aria-label={t('moves.removeVariable', { name })}
              onClick={() => onChange(variables.filter((one) => one.key !== key))}
            >
              <IconX size={15} stroke={1.6} />
            </ActionIcon>
          </div>
        ))}
        {now === undefined ? null : <Now variables={variables} now={now} />}
      </div>
    </>
  )
}

function Now({ variables, now }: { variables: readonly EnteredVariable[]; now: ReadonlyMap<string, string> }) {
  const { t } = useTranslation()
  const named = variables.filter(({ name }) => name !== '')
  if (named.length === 0) return null
  return (
    <p className={classes.quiet}>
      {named
        .map(({ name }) => {
          const value = now.get(name)
          return value === undefined ? t('moves.variableNew', { name }) : t('moves.variableNow', { name, value })
        })
        .join(' ')}
    </p>
  )
}

/** Checkboxes for parts of the model that do not run: listeners, and input and output mappings. */
export function SkipFields({
  skips,
  children,
  onChange,
}: {
  readonly skips: Skips
  readonly children?: ReactNode
  readonly onChange: (skips: Skips) => void
}) {
  const { t } = useTranslation()
  return (
    <div className={classes.inner}>
      {children}
      <Checkbox
        label={t('moves.skipListeners')}
        checked={skips.skipsListeners}
        onChange={(event) => onChange({ ...skips, skipsListeners: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('moves.skipMappings')}
        checked={skips.skipsIoMappings}
        onChange={(event) => onChange({ ...skips, skipsIoMappings: event.currentTarget.checked })}
      />
    </div>
  )
}
