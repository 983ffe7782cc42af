import { Button, Checkbox, Select } from '@mantine/core'
import { api, type SettingRow } from '@millrace/contract'
import { isSettingKey, type SettingGroup, type SettingKey, settingGroups, settings } from '@millrace/contract/settings'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionBar } from '../../components/action-bar/action-bar.tsx'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { TestMailSection } from '../../components/mail/test-mail-section.tsx'
import { SearchInput } from '../../components/search-input/search-input.tsx'
import { UnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx'
import { hasCode } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { describeFault } from '../../lib/api/describe-fault.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import type { Translate } from '../../lib/i18n.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { describeSetting, nameSetting } from './name-setting.ts'
import { SettingItem } from './setting-item.tsx'
import classes from './settings.module.css'
import { SsoTestSection } from './sso-test-section.tsx'
import { type SettingsDraft, useSettingsDraft } from './use-settings-draft.ts'

interface Props {
  readonly rows: readonly SettingRow[]
  readonly onOutdated: () => void
}

/** The groups of settings on the left, and the settings of the selected group or of a search on the right. */
export function SettingsEditor({ rows, onOutdated }: Props) {
  const { t } = useTranslation()
  const [{ group: asked, q: search = '' }, setSearch] = useSearchState()
  const [isOnlyChanged, setOnlyChanged] = useState(false)
  const keep = useKept(callQuery(api.settings.list).queryKey)
  const draft = useSettingsDraft({ rows, onSaved: keep, onOutdated })
  const groups = settingGroups.filter((group) => rows.some((row) => groupOf(row) === group))
  const group = groups.find((name) => name === asked) ?? 'general'
  const choose = (name: string) => setSearch({ group: name === 'general' ? undefined : name, q: undefined })
  const found = rows.filter(
    (row) =>
      (search === '' ? groupOf(row) === group : matches(row, search, t)) && (!isOnlyChanged || isChanged(row, draft)),
  )
  const shown = settingGroups.flatMap((name) => {
    const own = found.filter((row) => groupOf(row) === name)
    return own.length === 0 ? [] : [{ name, rows: own }]
  })
  return (
    <>
      <UnsavedGuard isDirty={() => draft.changes.size > 0} />
      <div className={classes.page}>
        <div className={classes.side}>
          <SearchInput
            label={t('adminSettings.search')}
            value={search}
            onChange={(text) => setSearch({ q: text === '' ? undefined : text }, { replace: true })}
          />
          <nav className={classes.groups} aria-label={t('adminSettings.groups')}>
            {groups.map((name) => (
              <button
                key={name}
                type="button"
                className={classes.group}
                aria-current={search === '' && name === group ? 'true' : undefined}
                onClick={() => choose(name)}
              >
                <span>{t(`settingGroup.${name}`)}</span>
                <ChangedCount count={rows.filter((row) => groupOf(row) === name && isChanged(row, draft)).length} />
              </button>
            ))}
          </nav>
          <Select
            className={classes.groupChoice}
            aria-label={t('adminSettings.groups')}
            allowDeselect={false}
            data={groups.map((name) => ({ value: name, label: t(`settingGroup.${name}`) }))}
            value={group}
            onChange={(name) => name !== null && choose(name)}
          />
          <Checkbox
            className={classes.onlyChanged}
            label={t('adminSettings.onlyChanged')}
            checked={isOnlyChanged}
            onChange={(event) => setOnlyChanged(event.currentTarget.checked)}
          />
        </div>
        <div className={classes.main}>
          <Failure draft={draft} />
          {shown.map((one) => (
            <section key={one.name} aria-label={t(`settingGroup.${one.name}`)}>
              <h2 className={classes.groupName}>
                {t(`settingGroup.${one.name}`)}{' '}
                <span className={classes.count}>{t('adminSettings.count', { count: one.rows.length })}</span>
              </h2>
              <ul className={classes.items}>
                {one.rows.map((row) => (
                  <SettingItem key={row.key} row={row} draft={draft} search={search} />
                ))}
              </ul>
            </section>
          ))}
          {shown.length > 0 ? null : (
            <p className={classes.none}>{t(search === '' ? 'adminSettings.noneChanged' : 'adminSettings.noneFound')}</p>
          )}
          {group === 'singleSignOn' && search === '' ? <SsoTestSection /> : null}
          {group === 'mail' && search === '' ? (
            <TestMailSection
              hint={t('adminSettings.testHint')}
              onSend={(to) => call(api.settings.sendTest, { body: { to } })}
              contract={api.systemTemplates.testMail}
              onFind={(id) => call(api.systemTemplates.testMail, { params: { id } })}
            />
          ) : null}
        </div>
      </div>
      {draft.changes.size === 0 ? null : (
        <ActionBar note={<Unsaved draft={draft} />}>
          <Button onClick={draft.discard}>{t('adminSettings.discard')}</Button>
          <Button variant="filled" loading={draft.isSaving} onClick={draft.save}>
            {t('adminSettings.save')}
          </Button>
        </ActionBar>
      )}
    </>
  )
}

function ChangedCount({ count }: { count: number }) {
  const { t } = useTranslation()
  return count === 0 ? null : <span className={classes.changedCount}>{t('adminSettings.changed', { count })}</span>
}

function Unsaved({ draft }: { draft: SettingsDraft }) {
  const { t } = useTranslation()
  const names = [...draft.changes.keys()].map((key) => nameSetting(key, t))
  return <>{`${t('adminSettings.unsaved', { count: names.length })}: ${names.join(', ')}`}</>
}

/** Why nothing was saved, above the settings: a fault may be of one that is not shown, or that was not changed itself. */
function Failure({ draft: { error } }: { draft: SettingsDraft }) {
  const { t } = useTranslation()
  if (error === null) return null
  if (hasCode(error, 'thing.changed'))
    return (
      <Banner kind="warning" title={t('adminSettings.saveFailed')}>
        {t('adminSettings.conflictLeft')}
      </Banner>
    )
  if (hasCode(error, 'setting.invalid'))
    return (
      <Banner kind="error" title={t('adminSettings.saveFailed')}>
        {t('adminSettings.invalid')}
        <ul className={classes.faults}>
          {error.details.map(({ where, message }) => (
            <li key={where}>
              {isSettingKey(where) ? `${nameSetting(where, t)}: ` : ''}
              {describeFault(message)}
            </li>
          ))}
        </ul>
      </Banner>
    )
  return <ErrorBanner title={t('adminSettings.saveFailed')} error={error} comfort={t('adminSettings.stillHere')} />
}

function groupOf({ key }: SettingRow): SettingGroup {
  return settings[key as SettingKey].group
}

function isChanged(row: SettingRow, { changes }: SettingsDraft): boolean {
  return row.origin === 'here' || changes.has(row.key as SettingKey)
}

function matches(row: SettingRow, search: string, t: Translate): boolean {
  const key = row.key as SettingKey
  const text = [key, nameSetting(key, t), describeSetting(key, t), row.environment ?? ''].join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
