import IconCircleDashed from 'icon:circle-dashed'
import IconLock from 'icon:lock'
import IconRefreshAlert from 'icon:refresh-alert'
import { Button } from '@mantine/core'
import type { SettingRow } from '@millrace/contract'
import type { SettingKey } from '@millrace/contract/settings'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { FoundText } from '../../components/found-text/found-text.tsx'
import { Avatar } from '../../components/person/person.tsx'
import { presentDateTime } from '../../lib/dates.ts'
import { describeSetting, nameSetting, presentSetting } from './name-setting.ts'
import { SettingControl } from './setting-control.tsx'
import classes from './settings.module.css'
import type { SettingsDraft } from './use-settings-draft.ts'

interface Props {
  readonly row: SettingRow
  readonly draft: SettingsDraft
  /** The search text, which is highlighted in the name. */
  readonly search: string
}

/** One setting: its description, its value, and its origin. */
export function SettingItem({ row, draft, search }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const key = row.key as SettingKey
  const change = draft.changes.get(key)
  const name = nameSetting(key, t)
  const value = change === undefined ? row.value : (change.value ?? (row.kind === 'secret' ? null : row.default))
  return (
    <li className={classes.item} data-changed={change !== undefined || undefined}>
      <div className={classes.about}>
        <h3 className={classes.name}>
          <FoundText text={name} query={search} />
        </h3>
        <p id={id} className={classes.does}>
          {describeSetting(key, t)}
        </p>
      </div>
      <div className={classes.value}>
        {draft.isOutdated(row) ? <Conflict row={row} draft={draft} /> : null}
        <SettingControl
          row={row}
          value={value}
          isChanged={change !== undefined}
          fault={draft.faultOf(key)}
          describedBy={id}
          onChange={(next) => draft.change(row, next)}
        />
        {change === undefined ? (
          <Origin row={row} name={name} onReset={() => draft.change(row, null)} />
        ) : (
          <p className={classes.origin}>
            <strong className={classes.unsaved}>{t('adminSettings.notSaved')}</strong>
            {row.kind === 'secret' ? null : t('adminSettings.was', { value: presentSetting(key, row.value, t) })}
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={t('adminSettings.undoOf', { name })}
              onClick={() => draft.undo(key)}
            >
              {t('adminSettings.undo')}
            </Button>
          </p>
        )}
      </div>
    </li>
  )
}

/** Somebody else has saved another value: both are shown, and one is chosen. */
function Conflict({ row, draft }: Pick<Props, 'row' | 'draft'>) {
  const { t } = useTranslation()
  const key = row.key as SettingKey
  const mine = draft.changes.get(key)?.value ?? row.default
  return (
    <Banner
      kind="warning"
      title={t('adminSettings.conflict', { name: row.changedBy?.displayName ?? '' })}
      actions={
        <>
          <Button size="xs" onClick={() => draft.undo(key)}>
            {t('adminSettings.takeTheirs')}
          </Button>
          <Button size="xs" onClick={() => draft.keep(row)}>
            {t('adminSettings.keepMine')}
          </Button>
        </>
      }
    >
      {row.kind === 'secret'
        ? null
        : t('adminSettings.conflictText', {
            theirs: presentSetting(key, row.value, t),
            mine: presentSetting(key, mine, t),
          })}
    </Banner>
  )
}

function Origin({ row, name, onReset }: { row: SettingRow; name: string; onReset: () => void }) {
  const { t } = useTranslation()
  const usual = row.kind === 'secret' ? null : presentSetting(row.key as SettingKey, row.default, t)
  return (
    <p className={classes.origin}>
      {row.origin === 'environment' ? (
        <>
          <IconLock size={14} stroke={1.6} aria-hidden />
          {t('adminSettings.fixed')} <code className="mono">{row.environment}</code>
        </>
      ) : row.origin === 'default' ? (
        <>
          <IconCircleDashed size={14} stroke={1.6} aria-hidden />
          {usual === null ? t('adminSettings.defaultNone') : t('adminSettings.default', { value: usual })}
        </>
      ) : (
        <>
          <ChangedBy row={row} />
          {usual === null ? null : t('adminSettings.defaultIs', { value: usual })}
          {row.kind === 'secret' ? null : (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={t('adminSettings.resetOf', { name })}
              onClick={onReset}
            >
              {t('adminSettings.reset')}
            </Button>
          )}
        </>
      )}
      {row.needsRestart ? (
        <span className={classes.restart}>
          <IconRefreshAlert size={12} stroke={1.6} aria-hidden />
          {t('adminSettings.needsRestart')}
        </span>
      ) : null}
    </p>
  )
}

function ChangedBy({ row: { changedAt, changedBy } }: Pick<Props, 'row'>) {
  const { t } = useTranslation()
  const when = changedAt === null ? '' : presentDateTime(changedAt)
  if (changedBy === null) return <span>{t('adminSettings.changedOn', { when })}</span>
  return (
    <>
      <Avatar name={changedBy.displayName} />
      <span>{t('adminSettings.changedBy', { name: changedBy.displayName, when })}</span>
    </>
  )
}
