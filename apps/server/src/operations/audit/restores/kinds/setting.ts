import { isSettingKey, type SettingValue, settings } from '@millrace/contract/settings'
import { changeSettings } from '../../../settings/change-settings.ts'
import { refuseSettings } from '../../../settings/policy.ts'
import type { RestorableKind } from '../restorable-kind.ts'
import { unfit } from '../unfit.ts'

/** Settings. A value that is empty in the audit is the default. */
export const setting: RestorableKind = {
  one: 'a setting',
  table: 'setting',
  keys: ['key'],
  columns: ['value'],
  hasRevision: true,
  canBeDisabled: false,
  refuse: (user, key) =>
    refuseSettings(user) ??
    (isSettingKey(key) && settings[key].kind === 'secret'
      ? unfit('A secret cannot be restored. Enter it on the page of settings.')
      : null),
  write(context, request, { key: [key], target, revision = 0 }) {
    const { settings: own, signals, afterCommit } = context
    // Other servers and browsers read the setting when they are notified, so they are notified after the commit.
    const quiet = {
      ...context,
      settings: {
        ...own,
        refresh: async () => afterCommit(() => own.refresh()),
        announce: () => afterCommit(() => own.announce()),
      },
      signals: { send: (topic: string) => afterCommit(() => signals.send(topic)) },
    }
    return changeSettings(quiet, request, [{ key, value: target.value as SettingValue | null, revision }])
  },
}
