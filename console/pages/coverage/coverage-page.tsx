export default function CoveragePage() {
  return <h1>Coverage</h1>;
}
