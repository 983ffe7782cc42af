import { Button, Select, Switch, TextInput } from '@mantine/core'
import { builtInTheme, limits, type ThemeData, type UserTheme } from '@millrace/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionBar } from '../../components/action-bar/action-bar.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { UnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx'
import { PictureField } from './picture-field.tsx'
import { useRemovePicture, useSaveThemeData } from './theme-mutations.ts'
import classes from './themes.module.css'

type Draft = Partial<Pick<ThemeData, 'productName' | 'themeCode' | 'menuOnTop' | 'fixedFooter'>> & {
  readonly logo?: File | null
  readonly favicon?: File | null
}

/** The form for the theme, logos and texts of the workplace. Only changed fields are sent. */
export function SiteThemeForm({ data, themes }: { data: ThemeData; themes: readonly UserTheme[] }) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<Draft>({})
  const save = useSaveThemeData()
  const removeLogo = useRemovePicture('logo')
  const removeFavicon = useRemovePicture('favicon')
  const changes = listChanges(draft, data)
  const shown = { ...data, ...draft }
  const change = (part: Draft) => setDraft((before) => ({ ...before, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(toForm(changes), { onSuccess: () => setDraft({}) })
  }
  const choices = [
    { value: builtInTheme.code, label: builtInTheme.name },
    ...themes.map(({ code, name }) => ({ value: code, label: name })),
  ]
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <UnsavedGuard isDirty={() => changes.length > 0} />
      <PageBody>
        {save.isError ? (
          <ErrorBanner title={t('catalogue.request')} error={save.error} comfort={t('themes.stillHere')} />
        ) : null}
        <Section title={t('themes.brand')} hint={t('themes.brandHint')}>
          <FieldGrid>
            <TextInput
              label={t('themes.productName')}
              description={t('themes.productNameHelp', { name: t('common.productName') })}
              maxLength={limits.name}
              value={shown.productName}
              onChange={(event) => change({ productName: event.currentTarget.value })}
            />
          </FieldGrid>
          <PictureField
            kind="logo"
            saved={data.logo}
            chosen={draft.logo ?? null}
            isRemoving={removeLogo.isPending}
            onChoose={(logo) => change({ logo })}
            onRemove={() => removeLogo.mutate()}
          />
          <PictureField
            kind="favicon"
            saved={data.favicon}
            chosen={draft.favicon ?? null}
            isRemoving={removeFavicon.isPending}
            onChoose={(favicon) => change({ favicon })}
            onRemove={() => removeFavicon.mutate()}
          />
        </Section>
        <Section title={t('themes.look')} hint={t('themes.lookHint')}>
          <FieldGrid>
            <Select
              label={t('themes.theme')}
              data={choices}
              value={shown.themeCode}
              allowDeselect={false}
              onChange={(themeCode) => change({ themeCode: themeCode ?? builtInTheme.code })}
            />
          </FieldGrid>
        </Section>
        <Section title={t('themes.layout')} hint={t('themes.layoutHint')}>
          <Switch
            size="xs"
            label={t('themes.menuOnTop')}
            description={t('themes.menuOnTopHelp')}
            checked={shown.menuOnTop}
            onChange={(event) => change({ menuOnTop: event.currentTarget.checked })}
          />
          <Switch
            size="xs"
            label={t('themes.fixedFooter')}
            description={t('themes.fixedFooterHelp')}
            checked={shown.fixedFooter}
            onChange={(event) => change({ fixedFooter: event.currentTarget.checked })}
          />
        </Section>
      </PageBody>
      {changes.length === 0 ? null : (
        <ActionBar note={t('themes.unsaved', { count: changes.length })}>
          <Button onClick={() => setDraft({})}>{t('themes.discard')}</Button>
          <Button type="submit" variant="filled" loading={save.isPending}>
            {t('themes.saveChanges')}
          </Button>
        </ActionBar>
      )}
    </form>
  )
}

type Change = readonly [name: string, value: string | File]

function listChanges(draft: Draft, data: ThemeData): Change[] {
  return Object.entries(draft).flatMap(([name, value]): Change[] => {
    if (value === null || value === undefined) return []
    if (value instanceof File) return [[name, value]]
    return value === data[name as keyof ThemeData] ? [] : [[name, String(value)]]
  })
}

function toForm(changes: readonly Change[]): FormData {
  const form = new FormData()
  for (const [name, value] of changes) form.append(name, value)
  return form
}
