import { api, type ThemeData } from '@millrace/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { themeDataQuery } from '../../lib/theme/theme-queries.ts'

/** Returns the mutation that saves the fields of the theme form. */
export function useSaveThemeData() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (form: FormData) => call(api.themes.save, { body: form }),
    onSuccess: (data) => {
      queryClient.setQueryData(themeDataQuery.queryKey, data)
      showToast({ kind: 'success', title: t('pageCatalogue.themeSaved') })
    },
  })
}

/** Returns the mutation that deletes the own logo or favicon. */
export function useRemovePicture(kind: 'logo' | 'favicon') {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (): Promise<ThemeData> => call(kind === 'logo' ? api.themes.removeLogo : api.themes.removeFavicon),
    onSuccess: (data) => {
      queryClient.setQueryData(themeDataQuery.queryKey, data)
      showToast({ kind: 'success', title: t('pageCatalogue.themeSaved') })
    },
    onError: (error) =>
      showToast({
        kind: 'error',
        title: t(kind === 'logo' ? 'pageCatalogue.removeLogo' : 'pageCatalogue.removeFavicon'),
        text: describeError(error).message,
      }),
  })
}

export function useSaveTheme() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: (body: { id?: string; code?: string; name: string; variables: string }) =>
      call(api.themes.saveTheme, { body }),
    onSuccess: async ({ message }) => {
      showToast({ kind: 'success', title: message ?? t('pageCatalogue.themeSaved') })
    },
  })
}

export function useDeleteTheme() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: (id: string) => call(api.themes.removeTheme, { params: { id } }),
    onSuccess: async ({ message }) => {
      showToast({ kind: 'success', title: message ?? t('pageCatalogue.themeDeleted') })
    },
  })
}
