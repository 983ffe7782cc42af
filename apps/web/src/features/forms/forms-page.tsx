import IconForms from 'icon:forms'
import { api } from '@millrace/contract'
import { formList } from '@millrace/contract/lists/forms'
import { useTranslation } from 'react-i18next'
import { useDesignList } from '../../components/designs/use-design-list.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { designPaths } from '../../config/design-paths.ts'

/** The page of the forms of all applications. */
export function Page() {
  const { t } = useTranslation()
  const { copy, ...props } = useDesignList({
    texts: 'forms',
    icon: IconForms,
    newPath: designPaths.newForm,
    pathOf: designPaths.form,
    copyPath: designPaths.copyForms,
    copyIds: 'formIds',
  })
  return (
    <ListPage
      {...props}
      list={formList}
      call={api.forms.list}
      failed={t('pageCatalogue.applicationForms')}
      bulk={[
        {
          ...copy,
          refuse: (rows) => (rows.some(({ isDisabled }) => isDisabled) ? t('forms.disabledNotCopied') : null),
        },
      ]}
    />
  )
}
