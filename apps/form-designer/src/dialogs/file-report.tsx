import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../../web/src/components/scroll-region/scroll-region.tsx'
import type { FormFile } from '../designer-port.ts'
import view from '../frame/view.module.css'
import classes from './dialogs.module.css'

/** Reports how much of a file was read, and line by line which parts could not be imported unchanged. */
export function FileReport({ name, file: { format, mapped, notes } }: { name: string; file: FormFile }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('designer.file.report')}>
      <p className={classes.text}>
        {t('designer.file.read', { name, format, count: mapped })}{' '}
        {notes.length === 0 ? t('designer.file.whole') : null}
      </p>
      {notes.length === 0 ? null : (
        <ScrollRegion className={classes.report} label={t('designer.file.report')}>
          <table className={view.table}>
            <thead>
              <tr>
                <th scope="col">{t('designer.file.at')}</th>
                <th scope="col">{t('designer.file.what')}</th>
              </tr>
            </thead>
            <tbody>
              {notes.map(({ at, kind, message }) => (
                <tr key={`${at} ${message}`}>
                  <td className={view.mono}>{at}</td>
                  <td>
                    <strong>{t(`designer.file.kinds.${kind}`)}</strong> {message}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  )
}
