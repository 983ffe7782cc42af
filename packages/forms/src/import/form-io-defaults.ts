import type { UnreadProperty } from './watch-source.ts'

/** Members of the file around the form, which say nothing about it. */
const metadata: ReadonlySet<string> = new Set([
  ...[
    '_id',
    '_vid',
    'title',
    'name',
    'path',
    'machineName',
    'created',
    'modified',
    'owner',
    'project',
    'revisions',
    'type',
  ],
  ...['_rev', 'display', 'esign', 'tags', 'submissionRevisions', 'state', 'plan'],
])

/** Properties of components that do not affect the form: identification in the builder, and settings of data tables. */
const unimportant: ReadonlySet<string> = new Set([
  ...['input', 'tableView', 'id', 'key', 'type', 'tags', 'dataGridLabel', 'tree', 'lazyLoad', 'isNew', 'keyModified'],
  ...['templates', 'version', 'lockKey', 'source', 'isUploadField', 'currentWidth', 'idPath', 'autofocus', 'tabindex'],
])

/** The values that Form.io’s builder writes where nobody chose anything. */
const defaults: Readonly<Record<string, readonly unknown[]>> = {
  persistent: [true],
  clearOnHide: [true],
  validateOn: ['change'],
  labelPosition: ['top'],
  optionsLabelPosition: ['right'],
  inputFormat: ['plain'],
  inputType: ['text', 'radio', 'checkbox', 'password', 'email', 'url', 'tel'],
  spellcheck: [true],
  hideLabel: [false],
  theme: ['default', 'primary'],
  size: ['md'],
  breadcrumb: ['default'],
  rows: [3],
  fixedSize: [true],
  limit: [100],
  searchEnabled: [true],
  searchDebounce: [0.3],
  searchThreshold: [0.3],
  selectThreshold: [0.3],
  template: ['<span>{{ item.label }}</span>'],
  dataType: ['auto'],
  dataSrc: ['values'],
  cacheData: [true],
  allowInput: [true],
  datepickerMode: ['day'],
  displayInTimezone: ['viewer'],
  format: ['yyyy-MM-dd hh:mm a', 'HH:mm'],
  dataFormat: ['HH:mm:ss'],
  storeas: ['string'],
  delimeter: [','],
  maxTags: [0],
  image: [false],
  webcamSize: [320],
  fileMinSize: ['0KB'],
  fileMaxSize: ['1GB'],
  filePattern: ['*'],
  imageSize: ['200'],
  width: ['100%', 6],
  height: ['150px'],
  penColor: ['black'],
  backgroundColor: ['rgb(245,245,235)'],
  minWidth: ['0.5'],
  maxWidth: ['2.5'],
  footer: ['Sign above'],
  currency: ['USD'],
  hideOnChildrenHidden: [false],
  pattern: [''],
}

/** Groups of properties of widgets that do not exist here: calendars, search and drawing. */
const ofWidgets =
  /\.(?:widget|datePicker|timePicker|fuseOptions|indexeddb|overlay|addons|uniqueOptions|fields)(?:\.|\[|$)/

/** Returns whether a property of Form.io that the import did not read can matter to users, so that it needs a note. */
export function isMeantByFormIo({ at, name, value }: UnreadProperty): boolean {
  if (at === name && metadata.has(name)) return false
  if (unimportant.has(name) || ofWidgets.test(`.${at}`)) return false
  return !(Object.hasOwn(defaults, name) && defaults[name]?.includes(value))
}
