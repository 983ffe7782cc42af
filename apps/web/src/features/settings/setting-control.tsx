import { Button, MultiSelect, Select, Switch, TextInput } from '@mantine/core'
import type { SettingRow } from '@millrace/contract'
import { readChoices, type Setting, type SettingKey, type SettingValue, settings } from '@millrace/contract/settings'
import { useTranslation } from 'react-i18next'
import { nameChoice, nameSetting, nameUnit } from './name-setting.ts'
import classes from './settings.module.css'

interface Props {
  readonly row: SettingRow
  /** The shown value: the changed one, else the saved one. Null: the default. */
  readonly value: SettingValue | null
  readonly isChanged: boolean
  readonly fault: string | undefined
  readonly describedBy: string
  readonly onChange: (value: SettingValue | null) => void
}

/** The field of one setting, by its kind. */
export function SettingControl({ row, value, isChanged, fault, describedBy, onChange }: Props) {
  const { t } = useTranslation()
  const key = row.key as SettingKey
  const setting: Setting = settings[key]
  const isLocked = row.origin === 'environment'
  const name = nameSetting(key, t)
  const unit = setting.kind === 'number' ? nameUnit(setting.unit, t) : ''
  const common = { 'aria-label': name, 'aria-describedby': describedBy, error: fault, disabled: isLocked }
  switch (setting.kind) {
    case 'switch':
      return (
        <Switch
          {...common}
          label={t(value === true ? 'adminSettings.on' : 'adminSettings.off')}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'number':
      return (
        <TextInput
          {...common}
          className={classes.number}
          inputMode="numeric"
          value={typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''}
          rightSection={unit === '' ? null : <span className={classes.unit}>{unit}</span>}
          rightSectionWidth={unit === '' ? undefined : 16 + 8 * unit.length}
          rightSectionPointerEvents="none"
          onChange={(event) => onChange(readNumber(event.currentTarget.value))}
        />
      )
    case 'choice':
      return (
        <Select
          {...common}
          allowDeselect={false}
          data={setting.choices.map((choice) => ({ value: choice, label: nameChoice(key, choice, t) }))}
          value={String(value)}
          onChange={(choice) => choice !== null && onChange(choice)}
        />
      )
    case 'choices':
      return (
        <MultiSelect
          {...common}
          searchable
          clearable
          data={[...setting.choices]}
          value={readChoices(String(value ?? ''))}
          onChange={(choices) => onChange(choices.join(' '))}
        />
      )
    case 'secret':
      return <SecretControl {...{ row, value, isChanged, name, common, isLocked, onChange }} />
    case 'text':
      return (
        <TextInput
          {...common}
          spellCheck={false}
          maxLength={setting.max}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}

/** A number as it is typed, with or without separators. Everything else stays a text, which is refused when it is saved. */
function readNumber(text: string): SettingValue {
  const digits = text.replaceAll(/[\s,]/g, '')
  return /^\d{1,15}$/.test(digits) ? Number(digits) : text
}

interface SecretProps extends Pick<Props, 'row' | 'value' | 'isChanged' | 'onChange'> {
  readonly name: string
  readonly isLocked: boolean
  readonly common: object
}

/** A secret says only whether there is one: it can be replaced or removed. */
function SecretControl({ row, value, isChanged, name, common, isLocked, onChange }: SecretProps) {
  const { t } = useTranslation()
  if (isChanged && value !== null)
    return (
      <TextInput
        type="password"
        {...common}
        autoComplete="new-password"
        value={String(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  const state = isChanged ? 'secretRemoved' : row.isSet ? 'secretSet' : 'secretNone'
  return (
    <div className={classes.secret}>
      <span className={classes.secretState}>{t(`adminSettings.${state}`)}</span>
      {isLocked ? null : (
        <Button
          size="xs"
          aria-label={t(row.isSet ? 'adminSettings.replaceOf' : 'adminSettings.setOf', { name })}
          onClick={() => onChange('')}
        >
          {t(row.isSet ? 'adminSettings.replace' : 'adminSettings.set')}
        </Button>
      )}
      {isLocked || !row.isSet || isChanged ? null : (
        <Button size="xs" data-danger aria-label={t('adminSettings.removeOf', { name })} onClick={() => onChange(null)}>
          {t('adminSettings.remove')}
        </Button>
      )}
    </div>
  )
}
