const units = ['bytes', 'kB', 'MB', 'GB'] as const

/** Presents a size: `812 bytes`, `14 kB`, `2.5 MB`. */
export function presentSize(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${size < 10 && unit > 0 ? size.toFixed(1).replace(/\.0$/, '') : Math.round(size)} ${units[unit]}`
}
