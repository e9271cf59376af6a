# nix-build -E '(import <nixpkgs> { }).callPackage ./assets/packaging/package.nix { }'
{
  lib,
  rustPlatform,
  installShellFiles,
}:

let
  cargo = lib.importTOML ../../Cargo.toml;
in
rustPlatform.buildRustPackage {
  pname = cargo.package.name;
  inherit (cargo.package) version;

  src = lib.cleanSource ../..;
  cargoLock.lockFile = ../../Cargo.lock;
  buildType = "dist";
  cargoBuildFlags = [ "--bin=simscope" ];
  # The tests need a terminal, a clock of their own and the file systems of the machine.
  doCheck = false;

  nativeBuildInputs = [ installShellFiles ];

  postInstall = ''
    simscope=$out/bin/simscope
    $simscope manual --format man > simscope.1
    installManPage simscope.1
    installShellCompletion --cmd simscope \
      --bash <($simscope completions bash) \
      --zsh <($simscope completions zsh) \
      --fish <($simscope completions fish)
    install -Dm644 -t $out/share/applications assets/packaging/simscope.desktop
    install -Dm644 -t $out/share/icons/hicolor/scalable/apps assets/packaging/simscope.svg
  '';

  meta = {
    inherit (cargo.package) description;
    license = with lib.licenses; [ mit asl20 unicode-30 ];
    mainProgram = "simscope";
  };
}
