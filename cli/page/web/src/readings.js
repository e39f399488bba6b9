// What the solver wrote of a constraint: force, torque, residual, slide, whether it is broken. Of a rod: how many
// contacts it has, their force, and how deep the deepest is, in parts of the thickness.
const HALF = 0.5; // from there on a contact has failed
export class Readings {
  constructor({ header, readings }) {
    this.header = header.readings;
    this.numbers = readings;
    this.known = new Map(this.header?.id.map((id, k) => [`${this.header.file[k]} ${id}`, k]));
  }

  // Rows of a name and a text on frame f.
  rows(file, id, f, number) {
    const which = this.known.get(`${file} ${id}`);
    if (which === undefined) return [];
    const { names, units } = this.header, first = (f * this.header.id.length + which) * names.length;
    return names.flatMap((name, k) => {
      const value = this.numbers[first + k];
      if (Number.isNaN(value) || (name === 'torque' && value === 0)) return [];
      if (name === 'contacts') return [[name, `${value}`]];
      if ((name === 'contactforce' || name === 'penetration') && value === 0) return [];
      if (name === 'contactforce') return [['contact force', `${number(value)} ${units[k]}`]];
      if (name === 'penetration') return [[name, `${number(100 * value)} %${value > HALF ? ', failed' : ''}`]];
      return [[name, name === 'broken' ? (value > 0.5 ? 'yes' : 'no') : `${number(value)} ${units[k]}`.trim()]];
    });
  }
}
