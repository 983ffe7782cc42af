import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { Button, Checkbox, MultiSelect, Radio, TextInput } from '@mantine/core'
import { api, type ListViewSharing, limits, type Role, type SavedView } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/call.ts'
import { callQuery } from '../../../lib/api/call-query.ts'
import { describeFaultOf } from '../../../lib/api/describe-fault.ts'
import { ErrorBanner } from '../../banner/error-banner.tsx'
import { showToast } from '../../toast/show-toast.tsx'
import { customViewPath } from './custom-view-path.ts'
import classes from './view-dialog.module.css'

export interface ViewFormProps {
  /** Subject and name of the list. */
  readonly list: string
  /** The view to rename or share; null: a new view is created from the content. */
  readonly view: SavedView | null
  readonly content: { readonly search: Readonly<Record<string, string>>; readonly columns: object }
  /** Whether it is to be in the menu. */
  readonly isCustom?: boolean
  readonly onDone?: (view: SavedView) => void
  /** The view that is copied. */
  readonly copied?: SavedView | null
  readonly onClose: () => void
}

/** The fields of a view and its buttons. */
export function ViewForm({ list, view, content, isCustom = false, copied = null, onDone, onClose }: ViewFormProps) {
  const { t } = useTranslation()
  const { data: audiences } = useQuery({ ...callQuery(api.listViews.audiences), staleTime: 60_000 })
  const [name, setName] = useState(view?.name ?? (copied === null ? '' : t('listViews.copyOf', { name: copied.name })))
  const [kind, setKind] = useState<ListViewSharing['with']>((view ?? copied)?.sharing.with ?? 'nobody')
  const [groups, setGroups] = useState<readonly string[]>((view ?? copied)?.sharing.groups ?? [])
  const [chosenRoles, setRoles] = useState<readonly Role[]>((view ?? copied)?.sharing.roles ?? [])
  const [isInMenu, setInMenu] = useState(isCustom || typeof view?.aliasName === 'string')
  // Until it is typed, the menu has the name of the view.
  const [alias, setAlias] = useState(view?.aliasName ?? null)
  const [isDefault, setDefault] = useState(false)
  const [isTried, setTried] = useState(false)
  const hasRoles = (audiences?.roles.length ?? 0) > 0 || chosenRoles.length > 0
  const isNamed = name.trim() !== ''
  // What is to be in the menu is shown at once: it would move the rest when it is known who may.
  const mayBeInMenu = customViewPath(list) !== null && (audiences?.everybody ?? isInMenu)
  const aliasName = isInMenu ? (alias ?? name) : null
  const isAliased = aliasName === null || aliasName.trim() !== ''
  const isShared = kind !== 'some' || groups.length + chosenRoles.length > 0
  const save = useMutation({
    mutationFn: async () => {
      const sharing: ListViewSharing =
        kind === 'some' ? { with: kind, roles: [...chosenRoles], groups: [...groups] } : { with: kind }
      const saved =
        view === null
          ? await call(api.listViews.create, {
              body: { list, name, sharing, aliasName, search: { ...content.search }, columns: content.columns },
            })
          : await call(api.listViews.save, {
              params: { id: view.id },
              body: { name, sharing, aliasName, revision: view.revision },
            })
      if (isDefault && !isInMenu) await call(api.listViews.setDefault, { body: { list, viewId: saved.id } })
      return saved
    },
    onSuccess: (saved) => {
      showToast({ kind: 'success', title: t('listViews.saved', { name: saved.name }), about: saved.id })
      onDone?.(saved)
      // A page that is left already does not go back.
      if (copied === null) onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isNamed && isShared && isAliased) save.mutate()
  }
  const aliasFault = isTried && !isAliased ? t('listViews.enterName') : describeFaultOf(save.error, 'aliasName')
  const nameFault = isTried && !isNamed ? t('listViews.enterName') : describeFaultOf(save.error, 'name')
  const known = audiences?.groups ?? []
  const options = [
    ...known.map(({ id, name: label }) => ({ value: id, label })),
    ...groups.filter((key) => !known.some(({ id }) => id === key)).map((key) => ({ value: key, label: key })),
  ]
  const someFault = isTried && !isShared ? t('listViews.choose') : undefined
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {save.isError && nameFault === undefined && aliasFault === undefined ? (
        <ErrorBanner title={t('listViews.saveFailed')} error={save.error} comfort={t('listViews.stays')} />
      ) : null}
      <TextInput
        label={t('listViews.name')}
        description={view === null && copied === null ? t('listViews.newHelp') : undefined}
        required
        data-autofocus
        maxLength={limits.name}
        value={name}
        error={nameFault}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {mayBeInMenu ? (
        <Checkbox
          label={t('listViews.inMenu')}
          checked={isInMenu}
          onChange={(event) => setInMenu(event.currentTarget.checked)}
        />
      ) : null}
      {mayBeInMenu && isInMenu ? (
        <TextInput
          label={t('listViews.aliasName')}
          description={t('listViews.aliasHelp')}
          required
          maxLength={limits.name}
          value={alias ?? name}
          error={aliasFault}
          onChange={(event) => setAlias(event.currentTarget.value)}
        />
      ) : null}
      <Radio.Group
        label={t('listViews.sharing')}
        description={t('listViews.sharingHelp')}
        value={kind}
        onChange={(value) => setKind(value as ListViewSharing['with'])}
      >
        <div className={classes.choices}>
          <Radio value="nobody" label={t('listViews.withNobody')} />
          <Radio value="some" label={t(hasRoles ? 'listViews.withSomeOrRoles' : 'listViews.withSome')} />
          {audiences?.everybody || kind === 'everybody' ? (
            <Radio value="everybody" label={t('listViews.withEverybody')} />
          ) : null}
        </div>
      </Radio.Group>
      {kind !== 'some' ? null : (
        <>
          {options.length === 0 && !hasRoles ? (
            <p className={classes.hint}>{t('listViews.noGroups')}</p>
          ) : (
            <MultiSelect
              label={t('listViews.groups')}
              data={options}
              value={[...groups]}
              searchable
              clearable
              maxValues={limits.tags}
              error={someFault}
              onChange={setGroups}
            />
          )}
          {hasRoles ? (
            <MultiSelect
              label={t('listViews.roles')}
              data={[...new Set([...(audiences?.roles ?? []), ...chosenRoles])]}
              value={[...chosenRoles]}
              searchable
              clearable
              onChange={(chosen) => setRoles(chosen as Role[])}
            />
          ) : null}
        </>
      )}
      {view === null && !isInMenu ? (
        <Checkbox
          label={t('listViews.isDefault')}
          checked={isDefault}
          onChange={(event) => setDefault(event.currentTarget.checked)}
        />
      ) : null}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={save.isPending}>
          {t('listViews.save')}
        </Button>
      </div>
    </form>
  )
}
