import { Button, NumberInput, PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import type { SettingRow } from '@millrace/contract'
import { type Setting, type SettingKey, type SettingValue, settings } from '@millrace/contract/settings'
import { useTranslation } from 'react-i18next'
import { nameChoice, nameSetting } from './name-setting.ts'
import classes from './settings.module.css'

interface Props {
  readonly row: SettingRow
  /** What is shown: of the change, else what is saved. Null: the default. */
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
        <NumberInput
          {...common}
          className={classes.number}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          hideControls
          value={typeof value === 'boolean' || value === null ? '' : value}
          suffix={setting.unit === undefined || setting.unit === 'count' ? '' : ` ${t(`settingUnit.${setting.unit}`)}`}
          onChange={onChange}
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
      <PasswordInput
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
