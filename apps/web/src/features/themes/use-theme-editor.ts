import { builtInTheme, type ThemeColour, type ThemeData, type ThemeVariables, type UserTheme } from '@millrace/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Scheme } from '../../lib/theme/base-tokens.ts'
import { endPreview, startPreview, usePreview } from '../../lib/theme/preview-store.ts'
import { readTheme } from '../../lib/theme/read-theme.ts'
import { useSaveTheme } from './theme-mutations.ts'
import { findDraftFaults } from './theme-rules.ts'

export interface ThemeDraft {
  readonly name: string
  /** Asked for only when a theme is added. */
  readonly code: string
  readonly variables: ThemeVariables
}

/** The selected theme: a theme of the workplace, or the built-in one, which is read-only. */
export type Picked = Pick<UserTheme, 'code' | 'name' | 'variables'> & Partial<UserTheme>

const builtIn: Picked = { ...builtInTheme, variables: '{}' }

export type ThemeEditing = ReturnType<typeof useThemeEditor>

/**
 * Returns the state of the theme dialog. Editing starts the preview, which shows each change immediately; leaving the
 * editor restores the selected theme.
 */
export function useThemeEditor({ data, themes }: { data: ThemeData; themes: readonly UserTheme[] }) {
  const { t } = useTranslation()
  const [mode, setMode] = useState<'none' | 'add' | 'edit'>('none')
  const [code, setCode] = useState<string | null>(
    () => themes.find((theme) => theme.code === data.themeCode)?.code ?? null,
  )
  const [draft, setDraft] = useState<ThemeDraft>({ name: '', code: '', variables: {} })
  const [message, setMessage] = useState<string | null>(null)
  const [hasTried, setHasTried] = useState(false)
  const save = useSaveTheme()
  const isPreviewOn = usePreview() !== null
  // Whoever goes to another page has left the dialog.
  useEffect(() => endPreview, [])

  const pickedTheme = themes.find((theme) => theme.code === code) ?? null
  const picked: Picked | null = pickedTheme ?? (code === builtInTheme.code ? builtIn : null)
  const original = mode === 'edit' && pickedTheme ? toDraft(pickedTheme) : emptyDraft
  const shown = mode === 'none' ? readTheme(picked?.variables ?? null) : draft.variables

  const begin = (next: 'add' | 'edit', first: ThemeDraft) => {
    setMode(next)
    setDraft(first)
    setMessage(null)
    setHasTried(false)
    save.reset()
    preview(first)
  }
  const preview = ({ name, variables }: Pick<ThemeDraft, 'name' | 'variables'>) =>
    startPreview({ name: name.trim() || t('themes.addNew'), variables })
  const finish = () => {
    setMode('none')
    setMessage(null)
    endPreview()
  }
  const change = (part: Partial<ThemeDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    setMessage(null)
    // Not after preview mode was left on purpose.
    if (isPreviewOn) preview(next)
  }
  const faults = findDraftFaults(draft, { mode, t })

  return {
    mode,
    picked,
    pickedTheme,
    draft,
    shown,
    message,
    isPreviewOn,
    isSaving: save.isPending,
    saveError: save.error,
    faults: hasTried ? faults : {},
    changeCount: mode === 'none' ? 0 : countChanges(original, draft),
    pick: (next: string) => {
      setCode(next)
      finish()
    },
    add: () => begin('add', emptyDraft),
    edit: () =>
      pickedTheme === null ? setMessage(t('pageCatalogue.selectThemeToEdit')) : begin('edit', toDraft(pickedTheme)),
    canDelete: () => {
      if (pickedTheme === null) setMessage(t('pageCatalogue.selectThemeToDelete'))
      return pickedTheme !== null
    },
    forget: () => {
      setCode(null)
      finish()
    },
    change,
    changeColour: (scheme: Scheme, name: ThemeColour, colour: string | undefined) => {
      const { [name]: _before, ...others } = draft.variables[scheme] ?? {}
      change({
        variables: { ...draft.variables, [scheme]: colour === undefined ? others : { ...others, [name]: colour } },
      })
    },
    togglePreview: () => {
      if (isPreviewOn) endPreview()
      else if (mode !== 'none') preview(draft)
      else if (picked !== null) preview({ name: picked.name, variables: shown })
    },
    discard: finish,
    leave: endPreview,
    save: () => {
      setHasTried(true)
      if (Object.keys(faults).length > 0) return
      const { name, variables } = draft
      const body = { name: name.trim(), variables: JSON.stringify(variables) }
      const identity = mode === 'edit' && pickedTheme ? { id: pickedTheme.id } : { code: draft.code.trim() }
      save.mutate(
        { ...identity, ...body },
        {
          onSuccess: ({ data: saved }) => {
            setCode(saved.code)
            finish()
          },
        },
      )
    },
  }
}

const emptyDraft: ThemeDraft = { name: '', code: '', variables: {} }

function toDraft({ name, code, variables }: UserTheme): ThemeDraft {
  return { name, code, variables: readTheme(variables) }
}

function countChanges(before: ThemeDraft, now: ThemeDraft): number {
  const from = flatten(before)
  const to = flatten(now)
  return [...new Set([...from.keys(), ...to.keys()])].filter((key) => from.get(key) !== to.get(key)).length
}

function flatten({ name, code, variables }: ThemeDraft): Map<string, unknown> {
  const { light, dark, ...others } = variables
  return new Map<string, unknown>([
    ['name', name.trim()],
    ['code', code.trim()],
    ...Object.entries(others),
    ...Object.entries(light ?? {}).map(([key, value]): [string, unknown] => [`light.${key}`, value]),
    ...Object.entries(dark ?? {}).map(([key, value]): [string, unknown] => [`dark.${key}`, value]),
  ])
}
