import { NumberInput, Select, TextInput } from '@mantine/core'
import { externalLimits, pagingKinds, type RestAdapter, type RestPaging } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { SettingsFields } from './settings-fields.ts'

const begun: RestPaging = { kind: 'link', parameter: '', cursorPath: '', sizeParameter: '', size: 100, first: 1 }

/** The fields for how further pages of a list are requested. */
export function PagingFields({ settings, isLocked, error, onChange }: SettingsFields<RestAdapter>) {
  const { t } = useTranslation()
  const paging = settings.paging ?? null
  const set = (part: Partial<RestPaging>) => onChange({ ...settings, paging: { ...begun, ...paging, ...part } })
  const textField = (name: 'parameter' | 'cursorPath' | 'sizeParameter', description?: string) => (
    <TextInput
      label={t(`externalSystems.paging.${name}`)}
      description={description}
      required={name !== 'sizeParameter'}
      spellCheck={false}
      readOnly={isLocked}
      maxLength={200}
      value={paging?.[name] ?? ''}
      error={describeFaultOf(error, `settings.paging.${name}`)}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <FieldGrid>
      <Select
        label={t('externalSystems.paging.kind')}
        description={t('externalSystems.paging.kindHelp')}
        placeholder={t('externalSystems.paging.none')}
        clearable
        disabled={isLocked}
        data={pagingKinds.map((value) => ({ value, label: t(`externalSystems.paging.kinds.${value}`) }))}
        value={paging?.kind ?? null}
        error={describeFaultOf(error, 'settings.paging')}
        onChange={(kind) =>
          kind === null ? onChange({ ...settings, paging: null }) : set({ kind: kind as RestPaging['kind'] })
        }
      />
      {paging === null ? null : (
        <>
          {paging.kind === 'link' ? null : textField('parameter')}
          {paging.kind === 'cursor' ? textField('cursorPath', t('externalSystems.paging.cursorPathHelp')) : null}
          {textField('sizeParameter', t('externalSystems.paging.sizeParameterHelp'))}
          <NumberInput
            label={t('externalSystems.paging.size')}
            required
            readOnly={isLocked}
            min={1}
            max={externalLimits.rows}
            allowDecimal={false}
            value={paging.size}
            error={describeFaultOf(error, 'settings.paging.size')}
            onChange={(value) => set({ size: Number(value) })}
          />
          {paging.kind === 'page' ? (
            <NumberInput
              label={t('externalSystems.paging.first')}
              required
              readOnly={isLocked}
              min={0}
              max={1}
              allowDecimal={false}
              value={paging.first}
              onChange={(value) => set({ first: Number(value) })}
            />
          ) : null}
        </>
      )}
    </FieldGrid>
  )
}
